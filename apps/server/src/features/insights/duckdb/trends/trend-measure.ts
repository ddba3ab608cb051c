import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import type { Aggregation } from '../../queries/timeseries.ts';
import type { TrendMeasure } from '../../queries/trends/trend-measure.ts';
import { type CountedUnit, countedUnit } from '../counted-unit.ts';
import { requiredField } from '../insight-fields.ts';

const percentiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
const plainAggregates = { sum: 'sum(x)', average: 'avg(x)', min: 'min(x)', max: 'max(x)' } as const;

const aggregateOf = (kind: keyof typeof percentiles | keyof typeof plainAggregates): string =>
  `coalesce(${kind in percentiles ? `quantile_cont(x, ${percentiles[kind as keyof typeof percentiles]})` : plainAggregates[kind as keyof typeof plainAggregates]}, 0)`;

const rankOf = (kind: string): string => (kind === 'sum' ? 'coalesce(sum(x), 0)' : 'count(x)');

const DISTINCT = 'count(DISTINCT x)';
// Hashes of one size take less memory than texts, and of a million values no two are likely to share one.
const hashOf = (text: string): string => `CASE WHEN ${text} IS NOT NULL THEN hash(${text}) END`;

export function trendMeasure(aggregation: Aggregation, unit: CountedUnit = countedUnit({})): TrendMeasure {
  const counted = {
    column: unit.key,
    isPerson: unit.person === 'key',
    joins: unit.uses.flatMap(({ joins = [] }) => joins),
  };
  switch (aggregation.kind) {
    case 'count':
      return { row: 'event', isPerson: false, aggregate: 'count(*)', rank: 'count(*)' };
    case 'persons':
      return { row: 'event', ...counted, aggregate: DISTINCT, rank: DISTINCT };
    case 'sessions':
      return {
        row: 'event',
        column: hashOf('ev.session_id'),
        isPerson: false,
        aggregate: DISTINCT,
        rank: DISTINCT,
      };
    case 'first_time':
      return { row: 'first event', isPerson: true, aggregate: 'count(*)', rank: 'count(*)' };
    case 'per_person':
      return {
        row: 'event',
        ...counted,
        isPerPerson: true,
        aggregate: aggregateOf(aggregation.of),
        rank: 'count(x)',
      };
    case 'session_duration':
      return {
        row: 'session',
        isPerson: false,
        aggregate: aggregateOf(aggregation.of),
        rank: rankOf(aggregation.of),
      };
    default:
      return fieldMeasure(aggregation);
  }
}

function fieldMeasure({ kind, field: name }: Extract<Aggregation, { field: string }>): TrendMeasure {
  const at = 'query.aggregation.field';
  const field = requiredField(name, at);
  const { isPerson, joins } = field;
  if (kind === 'count_distinct') {
    const column = isPerson ? PERSON_KEY : hashOf(field.text);
    return { row: 'event', column, isPerson, joins, aggregate: DISTINCT, rank: DISTINCT };
  }
  if (field.kind !== 'json') {
    throw new QueryRejected(
      at,
      'must be a numeric field: event_properties.<path>, event_context.<path> or user.<attribute>',
    );
  }
  return { row: 'event', column: field.number, isPerson, joins, aggregate: aggregateOf(kind), rank: rankOf(kind) };
}
