import { QueryRejected } from '../../../analytics/analytics-store.ts';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { numberOf } from '../../../engines/clickhouse/number-of.ts';
import { type InsightResult, MAX_VALUES, momentOf } from '../queries/insight-params.ts';
import { joinsOnly, type PersonNeeds } from '../queries/person-join.ts';
import { type Aggregation, type TimeseriesParams, timeseriesBuckets, timeseriesOf } from '../queries/timeseries.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { placeOfValue } from './place-of-value.ts';

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

export async function timeseries(reader: ClickhouseReader, params: TimeseriesParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const buckets = timeseriesBuckets(params, moment);
  const measure = measureOf(params.aggregation);
  const { column, aggregate, rank } = measure;
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const uses = [...(field === undefined ? [] : [field]), joinsOnly(measure)];
  const from = insightEvents(params, moment, { events: params.events, needsPerson: measure.isPerson, uses });
  const x = column === undefined ? '' : `, ${column} AS x`;
  // The values that are shown by themselves are found before: kept with their buckets, all values would take much memory.
  const values =
    field === undefined
      ? []
      : (
          await reader.rows(
            `SELECT v FROM (SELECT ${field.text} AS v ${x} ${from}) WHERE v IS NOT NULL
              GROUP BY v ORDER BY ${rank} DESC, v LIMIT ${MAX_VALUES}`,
          )
        ).map(([value]) => String(value));
  const place = field === undefined ? '0' : placeOfValue(field.text, values);
  const rows = await reader.rows(
    `SELECT place, bucket, toFloat64(${aggregate})
      FROM (SELECT ${place} AS place, ${bucketIndexSql(buckets, 'ev.ts_ms')} AS bucket ${x} ${from})
      GROUP BY place, bucket`,
  );
  const cells = rows.map(([at, bucket, value]) => ({
    place: Number(at),
    name: values[Number(at)] ?? '',
    bucket: Number(bucket),
    value: numberOf(value),
  }));
  return timeseriesOf(params, moment, buckets, cells);
}

const percentiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
const plainAggregates = { sum: 'sum(x)', average: 'avg(x)', min: 'min(x)', max: 'max(x)' } as const;

/** Between the two values that the share falls between, in proportion. Written out, so that it is rounded as in DuckDB. */
function percentile(share: number): string {
  const sorted = 'arraySort(groupArray(x))';
  const at = `(length(${sorted}) - 1) * ${share}`;
  const [low, high] = ['floor', 'ceil'].map((round) => `${sorted}[toUInt64(${round}(${at})) + 1]`);
  return `if(count(x) = 0, 0, ${low} + (${high} - ${low}) * (${at} - floor(${at})))`;
}

function measureOf(aggregation: Aggregation): Measure {
  if (aggregation.kind === 'count') return { isPerson: false, aggregate: 'count()', rank: 'count()' };
  const at = 'query.aggregation.field';
  const field = requiredField(aggregation.field, at);
  if (aggregation.kind === 'count_distinct') {
    const aggregate = 'uniqExact(x)';
    const column = field.isPerson ? PERSON_KEY : field.text;
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
      ? percentile(percentiles[kind as keyof typeof percentiles])
      : `coalesce(${plainAggregates[kind as keyof typeof plainAggregates]}, 0)`;
  const rank = kind === 'sum' ? 'coalesce(sum(x), 0)' : 'count(x)';
  return { column: field.number, isPerson: false, joins: field.joins, aggregate, rank };
}
