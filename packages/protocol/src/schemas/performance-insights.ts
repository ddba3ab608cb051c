import Type from 'typebox';
import { Data, IsoTime, Nullable, PageQuery, Pagination, Uuid } from './common.ts';

const Asked = {
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  metric_type: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  from: Type.Optional(Type.String({ description: 'ISO 8601; 7 days before `to` when absent' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601, not included; now when absent' })),
  platform: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  app_version: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  breakdown: Type.Optional(
    Type.String({
      maxLength: 140,
      description: '`version device country os platform network_type`, `flag:<key>` or `experiment:<key>`',
    }),
  ),
};
const MetricName = Type.String({ minLength: 1, maxLength: 2048 });

export const PerformanceSummaryQuery = Type.Object({
  ...PageQuery,
  ...Asked,
  metric_name: Type.Optional(MetricName),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of a name' })),
  interval: Type.Optional(
    Type.Enum(['minute', 'hour', 'day', 'week', 'month'], { description: 'Adds `series` to every metric and value' }),
  ),
});

export const PerformanceDistributionQuery = Type.Object({ ...Asked, metric_name: MetricName });

const Percentiles = {
  p50: Type.Number(),
  p75: Type.Number(),
  p90: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
};
const Percent = Type.Number({ description: 'Percent, 0 to 100' });

const Rate = Type.Object({
  percent: Percent,
  count: Type.Integer(),
  of: Type.Enum(['frames', 'sessions']),
  total: Type.Number(),
  delay_ms: Nullable(Type.Number({ description: 'By how much frames were late, all together' })),
  delay_ms_per_frame: Nullable(Type.Number({ description: 'The same, shared out over all frames' })),
});

const Point = Type.Object({
  at: IsoTime,
  count: Type.Integer(),
  error_rate: Percent,
  ...Percentiles,
});

const Numbers = {
  count: Type.Integer(),
  ...Percentiles,
  error_rate: Percent,
  over_line_rate: Nullable(Percent),
  trimmed: Type.Integer({
    description: 'Values beyond anything that can be meant: they count as the highest that can',
  }),
  status_classes: Nullable(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      description: 'For network metrics: how many by `1xx 2xx 3xx 4xx 5xx none`',
    }),
  ),
  rate: Nullable(Rate),
  rating: Nullable(Type.Enum(['good', 'needs_work', 'poor'])),
  previous: Nullable(
    Type.Object(
      { count: Type.Integer(), ...Percentiles, error_rate: Percent, rate: Nullable(Rate) },
      { description: 'The period before, of the same length' },
    ),
  ),
  change: Nullable(
    Type.Object(Object.fromEntries(Object.keys(Percentiles).map((name) => [name, Nullable(Type.Number())])), {
      description: 'Percent against the period before',
    }),
  ),
  series: Type.Optional(Type.Array(Point)),
};

export const MetricLine = Type.Object({
  value: Nullable(Type.Number({ description: 'In the unit of the metric' })),
  poor: Nullable(Type.Number()),
  percentile: Nullable(Type.Enum(['p75', 'p95'])),
  good_rate_percent: Nullable(Type.Number({ description: 'A share of frames or sessions is good up to this percent' })),
  rate_percent: Nullable(Type.Number({ description: 'And poor above this percent' })),
  source: Type.String(),
});
const Unit = Type.Enum(['ms', 'mb', 'count', 'score']);

export const PerformanceSummaryRow = Type.Object({
  id: Uuid,
  metric_type: Type.String(),
  metric_name: Type.String(),
  unit: Unit,
  line: Nullable(MetricLine),
  ...Numbers,
  breakdown: Nullable(Type.Array(Type.Object({ value: Type.String(), ...Numbers }))),
});

export const PerformanceSummaryAnswer = Type.Object({
  data: Type.Array(PerformanceSummaryRow),
  pagination: Pagination,
});

export const PerformanceDistributionAnswer = Data(
  Type.Object({
    metric_type: Nullable(Type.String()),
    metric_name: Type.String(),
    unit: Unit,
    line: Nullable(MetricLine),
    from: IsoTime,
    to: IsoTime,
    count: Type.Integer(),
    trimmed: Type.Integer(),
    min: Nullable(Type.Number()),
    max: Nullable(Type.Number()),
    percentiles: Nullable(Type.Object(Percentiles)),
    rating: Nullable(Type.Enum(['good', 'needs_work', 'poor'])),
    scale: Type.Enum(['linear', 'log']),
    buckets: Type.Array(
      Type.Object({
        from: Type.Number({ description: 'Included' }),
        to: Nullable(Type.Number({ description: 'Not included; null for the last' })),
        count: Type.Integer(),
      }),
    ),
    breakdown: Nullable(
      Type.Array(
        Type.Object({
          value: Type.String(),
          count: Type.Integer(),
          percentiles: Type.Object(Percentiles),
          rating: Nullable(Type.Enum(['good', 'needs_work', 'poor'])),
          counts: Type.Array(Type.Integer({ description: 'In the order of the buckets' })),
        }),
      ),
    ),
  }),
);
