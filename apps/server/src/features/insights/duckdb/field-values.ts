import type { DuckDBConnection } from '@duckdb/node-api';
import { anyHas } from '../../../analytics/duckdb/relations/text-search.ts';
import type { FieldValuesParams, FieldValuesResult } from '../queries/field-values.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';

export async function fieldValues(
  connection: DuckDBConnection,
  { scope, field: name, event, search, limit, ...moment }: FieldValuesParams,
): Promise<FieldValuesResult> {
  const field = requiredField(name, 'field');
  const value = field.kind === 'list' ? `unnest(${field.list})` : field.text;
  const from = insightEvents({ scope, filters: [] }, moment, {
    ...(event === undefined ? {} : { events: [event] }),
    person: 'none',
    uses: [field],
  });
  const wanted = search === undefined ? 'true' : anyHas({ short: ['value'] }, search);
  const result = await connection.run(`SELECT value, count(*) AS count FROM (SELECT ${value} AS value ${from})
    WHERE value IS NOT NULL AND ${wanted} GROUP BY value ORDER BY count DESC, value LIMIT ${limit + 1}`);
  const rows = await result.getRowsJS();
  return {
    values: rows.slice(0, limit).map(([text, count]) => ({ value: String(text), count: Number(count) })),
    hasMore: rows.length > limit,
  };
}
