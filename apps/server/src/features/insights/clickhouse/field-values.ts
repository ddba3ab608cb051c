import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { anyHas } from '../../../analytics/clickhouse/relations/text-search.ts';
import type { FieldValuesParams, FieldValuesResult } from '../queries/field-values.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';

export async function fieldValues(
  reader: ClickhouseReader,
  { scope, field: name, event, search, limit, ...moment }: FieldValuesParams,
): Promise<FieldValuesResult> {
  const field = requiredField(name, 'field');
  const value = field.kind === 'list' ? `arrayJoin(${field.list})` : field.text;
  const from = insightEvents({ scope, filters: [] }, moment, {
    ...(event === undefined ? {} : { events: [event] }),
    needsPerson: false,
    uses: [field],
  });
  const wanted = search === undefined ? 'true' : anyHas(['value'], search);
  const rows = await reader.rows(
    `SELECT value, count() AS events FROM (SELECT ${value} AS value ${from})
      WHERE value IS NOT NULL AND ${wanted} GROUP BY value ORDER BY events DESC, value LIMIT ${limit + 1}`,
  );
  return {
    values: rows.slice(0, limit).map(([text, count]) => ({ value: String(text), count: Number(count) })),
    hasMore: rows.length > limit,
  };
}
