import Type from 'typebox';
import { featureKinds } from '../../insight-query/feature-kinds.ts';
import { OneOfTagged } from '../common.ts';
import { DistributionQuery } from './distribution.ts';
import { CrashesQuery, CrashFreeQuery, ExperimentQuery, PerformanceQuery } from './features.ts';
import { FunnelQuery } from './funnel.ts';
import { LifecycleQuery } from './lifecycle.ts';
import { PathsQuery } from './paths.ts';
import { RetentionQuery } from './retention.ts';
import { SqlQuery } from './sql.ts';
import { StickinessQuery } from './stickiness.ts';
import { TimeseriesQuery } from './timeseries.ts';

export const insightKinds = [
  'timeseries',
  'funnel',
  'retention',
  'paths',
  'lifecycle',
  'stickiness',
  'distribution',
  ...featureKinds,
  'sql',
] as const;

export const InsightQuery = OneOfTagged('kind', [
  TimeseriesQuery,
  FunnelQuery,
  RetentionQuery,
  PathsQuery,
  LifecycleQuery,
  StickinessQuery,
  DistributionQuery,
  CrashFreeQuery,
  CrashesQuery,
  PerformanceQuery,
  ExperimentQuery,
  SqlQuery,
]);

export const InsightBody = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  query: InsightQuery,
});
