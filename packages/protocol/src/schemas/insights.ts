import Type from 'typebox';
import { IsoTime, OneOfTagged } from './common.ts';

export const insightKinds = ['timeseries', 'funnel', 'retention', 'paths', 'sql'] as const;

const EventName = Type.String({ minLength: 1, maxLength: 256 });
/** Two words and five keys of 128 characters in quotes, each of them a quote, with the dots between them. */
const Field = Type.String({
  minLength: 1,
  maxLength: 1400,
  description:
    'A column of events, or `event_properties.<path>`, `event_context.<path>` up to five deep. A path is one key with dots in it, or else a key a level; `"a.b".c` says exactly which',
});
const Scalar = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: 1024 });

export const InsightFilter = OneOfTagged('op', [
  Type.Object({
    field: Field,
    op: Type.Enum(['eq', 'neq', 'contains', 'not_contains', 'gt', 'gte', 'lt', 'lte']),
    value: Scalar,
  }),
  Type.Object({
    field: Field,
    op: Type.Enum(['in', 'not_in']),
    value: Type.Array(Scalar, { minItems: 1, maxItems: 100 }),
  }),
  Type.Object({ field: Field, op: Type.Enum(['is_null', 'is_not_null']) }),
]);

const Filters = Type.Array(InsightFilter, { maxItems: 20, description: 'All of them must hold' });

export const InsightRange = OneOfTagged('kind', [
  Type.Object({ kind: Type.Literal('relative'), last: Type.Enum(['1h', '24h', '7d', '30d', '90d']) }),
  Type.Object({ kind: Type.Literal('absolute'), fromIso: IsoTime, toIso: IsoTime }),
]);

export const InsightAggregation = OneOfTagged('kind', [
  Type.Object({ kind: Type.Literal('count') }),
  Type.Object({
    kind: Type.Enum(['count_distinct', 'sum', 'average', 'min', 'max', 'p50', 'p90', 'p95', 'p99']),
    field: Field,
  }),
]);

export const TimeseriesQuery = Type.Object({
  kind: Type.Literal('timeseries'),
  event: EventName,
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
  interval: Type.Enum(['minute', 'hour', 'day', 'week', 'month']),
  range: InsightRange,
  aggregation: Type.Optional(InsightAggregation),
});

export const InsightStep = Type.Unsafe<
  string | { event: string; filters?: Type.Static<typeof InsightFilter>[] | undefined }
>({
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 256,
  required: ['event'],
  properties: { event: EventName, filters: Filters },
  description: 'The name of an event, or `{event, filters}`',
});

export const FunnelQuery = Type.Object({
  kind: Type.Literal('funnel'),
  steps: Type.Array(InsightStep, { minItems: 2, maxItems: 10 }),
  conversionWindow: Type.Optional(
    Type.String({ pattern: '^\\d+(d|h|m)$', maxLength: 9, description: '`7d` when absent; 365 days at most' }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
});

export const RetentionQuery = Type.Object({
  kind: Type.Literal('retention'),
  cohortEvent: EventName,
  returnEvent: EventName,
  interval: Type.Optional(Type.Enum(['day', 'week'], { description: '`week` when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

export const PathsQuery = Type.Object({
  kind: Type.Literal('paths'),
  startEvent: Type.Optional(EventName),
  endEvent: Type.Optional(EventName),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: '5 when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

export const SqlQuery = Type.Object({
  kind: Type.Literal('sql'),
  sql: Type.String({ minLength: 1, maxLength: 20_000, description: 'One SELECT' }),
});

export const InsightQuery = OneOfTagged('kind', [TimeseriesQuery, FunnelQuery, RetentionQuery, PathsQuery, SqlQuery]);

export const InsightBody = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  query: InsightQuery,
});
