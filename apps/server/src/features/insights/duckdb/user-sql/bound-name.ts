import type { PublicTable } from '../../queries/sql-tables.ts';

/** How a public table is called in the statement that is run: no user can write a name with a space in it. */
export const boundName = (table: PublicTable): string => `lamppost ${table}`;
