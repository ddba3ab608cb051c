import Type from 'typebox';
import { textPatterns } from '../../text-patterns.ts';
import { Closed } from './closed.ts';
import { InsightRange } from './ranges.ts';

const Shared = {
  interval: Type.Optional(
    Type.Enum(['minute', 'hour', 'day', 'week', 'month'], { description: 'Of the points; `day` when absent' }),
  ),
  range: InsightRange,
  platform: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only this platform' })),
  appVersion: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only this version of the app' })),
};

export const CrashFreeQuery = Closed({
  kind: Type.Literal('crash_free'),
  of: Type.Optional(Type.Enum(['sessions', 'users'], { description: 'sessions when absent' })),
  breakdown: Type.Optional(
    Type.String({
      maxLength: 140,
      pattern: textPatterns.sessionBreakdown.pattern,
      description:
        '`version device country os platform`, `flag:<key>` or `experiment:<key>`: a series for each value, of the whole range and without points',
    }),
  ),
  ...Shared,
});

export const CrashesQuery = Closed({
  kind: Type.Literal('crashes'),
  breakdown: Type.Optional(
    Type.Enum(['exception', 'version', 'device', 'os', 'platform'], {
      description: 'A series for each value: the 12 with the most crash reports, `(other)` and `(none)`',
    }),
  ),
  ...Shared,
});

export const PerformanceQuery = Closed({
  kind: Type.Literal('performance'),
  metricName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'When absent: the metrics with the most measurements, a series for each',
    }),
  ),
  metricType: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'When absent: that of most measurements of the name, or any',
    }),
  ),
  of: Type.Optional(Type.Enum(['p50', 'p75', 'p90', 'p95', 'p99'], { description: 'p95 when absent' })),
  breakdown: Type.Optional(
    Type.String({
      maxLength: 140,
      pattern: textPatterns.metricBreakdown.pattern,
      description:
        'With `metricName`: `version device country os platform network_type`, `flag:<key>` or `experiment:<key>`',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, description: 'Without `metricName`: how many metrics; 8 when absent' }),
  ),
  ...Shared,
});

export const ExperimentQuery = Closed({
  kind: Type.Literal('experiment'),
  experiment: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Key or id. When absent: the newest that is running, or else the newest that is completed',
    }),
  ),
  metric: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name or event of one of its metrics; the first primary metric when absent',
    }),
  ),
});
