import { type SqlTableName, sqlTables } from '@lamppost/protocol';

/** What is wrong with a statement is said of this field. */
export const SQL_FIELD = 'query.sql';

export const publicTableNames = Object.keys(sqlTables) as readonly SqlTableName[];
export type PublicTable = SqlTableName;

export const isPublicTable = (name: string): name is PublicTable =>
  (publicTableNames as readonly string[]).includes(name);
