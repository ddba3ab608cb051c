import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { type InsightResult, MAX_VALUES, MISSING_PLACE, momentOf, REST_PLACE } from '../queries/insight-params.ts';
import { joinsOnly, type PersonNeeds } from '../queries/person-join.ts';
import { type Aggregation, type TimeseriesParams, timeseriesBuckets, timeseriesOf } from '../queries/timeseries.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';

/** What is aggregated of each event, and how. */
interface Measure {
  /** A column over `ev`; absent when the events themselves are counted. */
  readonly column?: string;
  readonly isPerson: boolean;
  readonly joins?: PersonNeeds['joins'];
  /** Over the column as `x`. */
  readonly aggregate: string;
  /** What puts values of a breakdown in their order. */
  readonly rank: string;
}

export async function timeseries(connection: DuckDBConnection, params: TimeseriesParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const buckets = timeseriesBuckets(params, moment);
  const bucket = bucketIndexSql(buckets, 'epoch_ms(ev.ts)');
  const sql = params.breakdownField === undefined ? plainSql : brokenDownSql;
  const rows = await (await connection.run(sql(params, moment, bucket))).getRowsJS();
  const cells = rows.map(([place, name, at, value]) => ({
    place: Number(place),
    name: String(name),
    bucket: Number(at),
    value: Number(value),
  }));
  return timeseriesOf(params, moment, buckets, cells);
}

type Asked = Parameters<typeof insightEvents>[1];

function plainSql(params: TimeseriesParams, moment: Asked, bucket: string): string {
  const measure = measureOf(params.aggregation);
  const person = measure.isPerson ? 'key' : 'none';
  const from = insightEvents(params, moment, { events: params.events, person, uses: [joinsOnly(measure)] });
  const { column } = measure;
  return `SELECT 0, NULL, bucket, (${measure.aggregate})::DOUBLE
    FROM (SELECT ${bucket} AS bucket ${column === undefined ? '' : `, ${column} AS x`} ${from})
    GROUP BY bucket`;
}

/** Read once: the values that are shown by themselves are found among the same rows that are then counted. */
function brokenDownSql(params: TimeseriesParams, moment: Asked, bucket: string): string {
  const measure = measureOf(params.aggregation);
  const field = requiredField(params.breakdownField ?? '', 'query.breakdownProperty');
  const person = measure.isPerson ? 'key' : 'none';
  const from = insightEvents(params, moment, { events: params.events, person, uses: [field, joinsOnly(measure)] });
  const { column } = measure;
  return `
    WITH row AS MATERIALIZED (
      SELECT ${bucket} AS bucket, ${field.text} AS v ${column === undefined ? '' : `, ${column} AS x`} ${from}),
    top AS MATERIALIZED (
      SELECT v, row_number() OVER (ORDER BY rank DESC, v) - 1 AS place
      FROM (SELECT v, ${measure.rank} AS rank FROM row WHERE v IS NOT NULL GROUP BY v ORDER BY rank DESC, v
        LIMIT ${MAX_VALUES})),
    placed AS (
      SELECT row.*, top.v AS name, CASE WHEN row.v IS NULL THEN ${MISSING_PLACE}
        ELSE coalesce(top.place, ${REST_PLACE}) END AS place
      FROM row LEFT JOIN top ON top.v = row.v)
    SELECT place, any_value(name), bucket, (${measure.aggregate})::DOUBLE
    FROM placed GROUP BY place, bucket`;
}

const percentiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
const plainAggregates = { sum: 'sum(x)', average: 'avg(x)', min: 'min(x)', max: 'max(x)' } as const;

function measureOf(aggregation: Aggregation): Measure {
  if (aggregation.kind === 'count') return { isPerson: false, aggregate: 'count(*)', rank: 'count(*)' };
  const at = 'query.aggregation.field';
  const field = requiredField(aggregation.field, at);
  if (aggregation.kind === 'count_distinct') {
    const aggregate = 'count(DISTINCT x)';
    // Hashes of one size take less memory than texts, and of a million values no two are likely to share one.
    const column = field.isPerson ? PERSON_KEY : `CASE WHEN ${field.text} IS NOT NULL THEN hash(${field.text}) END`;
    return { column, isPerson: field.isPerson, joins: field.joins, aggregate, rank: aggregate };
  }
  if (field.kind !== 'json') {
    throw new QueryRejected(
      at,
      'must be event_properties.<path>, event_context.<path> or user.<attribute>: others are no numbers',
    );
  }
  const { kind } = aggregation;
  const aggregate =
    kind in percentiles
      ? `quantile_cont(x, ${percentiles[kind as keyof typeof percentiles]})`
      : plainAggregates[kind as keyof typeof plainAggregates];
  const total = kind === 'sum' ? `coalesce(sum(x), 0)` : 'count(x)';
  return {
    column: field.number,
    isPerson: false,
    joins: field.joins,
    aggregate: `coalesce(${aggregate}, 0)`,
    rank: total,
  };
}
