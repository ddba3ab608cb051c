import Type, { type TProperties } from 'typebox';
import { textPatterns } from '../text-patterns.ts';
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

/** What is not known here would be ignored, and the answer be to another query. */
const Closed = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false });

export const InsightFilter = OneOfTagged('op', [
  Closed({
    field: Field,
    op: Type.Enum(['eq', 'neq', 'contains', 'not_contains', 'gt', 'gte', 'lt', 'lte']),
    value: Scalar,
  }),
  Closed({
    field: Field,
    op: Type.Enum(['in', 'not_in']),
    value: Type.Array(Scalar, { minItems: 1, maxItems: 100 }),
  }),
  Closed({
    field: Field,
    op: Type.Enum(['is_null', 'is_not_null']),
    value: Type.Optional(Type.Unknown({ description: 'Says nothing' })),
  }),
]);

const Filters = Type.Array(InsightFilter, { maxItems: 20, description: 'All of them must hold' });

export const InsightRange = OneOfTagged('kind', [
  Closed({ kind: Type.Literal('relative'), last: Type.Enum(['1h', '24h', '7d', '30d', '90d']) }),
  Closed({ kind: Type.Literal('absolute'), fromIso: IsoTime, toIso: IsoTime }),
]);

export const InsightAggregation = OneOfTagged('kind', [
  Closed({
    kind: Type.Literal('count'),
    field: Type.Optional(Type.Unknown({ description: 'Says nothing' })),
  }),
  Closed({
    kind: Type.Enum(['count_distinct', 'sum', 'average', 'min', 'max', 'p50', 'p90', 'p95', 'p99']),
    field: Field,
  }),
]);

export const TimeseriesQuery = Closed({
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
  additionalProperties: false,
  description: 'The name of an event, or `{event, filters}`',
});

export const FunnelQuery = Closed({
  kind: Type.Literal('funnel'),
  steps: Type.Array(InsightStep, { minItems: 2, maxItems: 10 }),
  conversionWindow: Type.Optional(
    Type.String({
      pattern: textPatterns.duration.pattern,
      maxLength: 9,
      description: '`7d` when absent; `365d` at most',
    }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
});

export const RetentionQuery = Closed({
  kind: Type.Literal('retention'),
  cohortEvent: EventName,
  returnEvent: EventName,
  interval: Type.Optional(Type.Enum(['day', 'week'], { description: '`week` when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

export const PathsQuery = Closed({
  kind: Type.Literal('paths'),
  startEvent: Type.Optional(EventName),
  endEvent: Type.Optional(EventName),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: '5 when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

export const SqlQuery = Closed({
  kind: Type.Literal('sql'),
  sql: Type.String({ minLength: 1, maxLength: 20_000, description: 'One SELECT' }),
});

export const InsightQuery = OneOfTagged('kind', [TimeseriesQuery, FunnelQuery, RetentionQuery, PathsQuery, SqlQuery]);

export const InsightBody = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  query: InsightQuery,
});
