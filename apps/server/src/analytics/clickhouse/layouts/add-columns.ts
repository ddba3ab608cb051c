import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { storedTables } from '../tables.ts';
import { alterTable } from './alter-table.ts';
import { columnDefinitions } from './create-tables.ts';
import { type Layout, storedTable } from './layout.ts';

export interface KnownColumn {
  readonly table: string;
  readonly name: string;
}

/** The statements that add what tables of an earlier version lack, in the place where it stands in new ones. */
export function addMissingColumns(layout: Layout, known: readonly KnownColumn[]): readonly string[] {
  const columnsOf = (name: string): ReadonlySet<string> =>
    new Set(known.filter(({ table }) => table === name).map((column) => column.name));
  return Object.entries(storedTables).flatMap(([name, table]) => {
    const definitions = columnDefinitions(table);
    const stored = missing(definitions, columnsOf(storedTable(layout, name)));
    const added = stored.map((action) => alterTable(layout, name, action));
    if (layout.kind !== 'sharded') return added;
    // The table that leads to the shards has the columns of those that hold the rows.
    const routed = missing(definitions, columnsOf(name));
    return [...added, ...routed.map((action) => `ALTER TABLE ${name} ON CLUSTER ${quoted(layout.cluster)} ${action}`)];
  });
}

function missing(definitions: ReadonlyMap<string, string>, known: ReadonlySet<string>): readonly string[] {
  const names = [...definitions.keys()];
  return names.flatMap((name, at) => {
    if (known.has(name)) return [];
    const place = at === 0 ? 'FIRST' : `AFTER ${names[at - 1]}`;
    return [`ADD COLUMN IF NOT EXISTS ${definitions.get(name)} ${place}`];
  });
}
