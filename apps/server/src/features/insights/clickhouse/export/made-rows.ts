import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import type { ExportSource } from '../../queries/export-file.ts';
import { type ExportedSelect, selectOf } from './exported-select.ts';

const types = { text: 'String', integer: 'Int64', number: 'Float64', timestamp: 'Int64' } as const;

/** Rows that were made elsewhere. */
export function madeRows({ columns, rowsJson }: Extract<ExportSource, { kind: 'rows' }>): ExportedSelect {
  const values = columns.map(({ type }, at) => `JSONExtract(made, ${at + 1}, 'Nullable(${types[type]})')`);
  const sql = `${selectOf(values)} FROM (SELECT arrayJoin(JSONExtractArrayRaw(${quoted(rowsJson)})) AS made)`;
  return { sql, columns };
}
