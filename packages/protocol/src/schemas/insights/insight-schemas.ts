import { InsightAggregation } from './aggregations.ts';
import { DistributionQuery } from './distribution.ts';
import { InsightEvent } from './events.ts';
import { CrashesQuery, CrashFreeQuery, ExperimentQuery, PerformanceQuery } from './features.ts';
import { InsightCondition, InsightFilter } from './filters.ts';
import { FunnelCorrelate, FunnelExclusion, FunnelQuery, InsightStep } from './funnel.ts';
import * as funnelResults from './funnel-result.ts';
import { LifecycleQuery } from './lifecycle.ts';
import { PathsQuery } from './paths.ts';
import * as insightPeople from './people.ts';
import { InsightBody, InsightQuery } from './queries.ts';
import { InsightRange } from './ranges.ts';
import { DistributionResult } from './results/distribution.ts';
import { ExperimentLiftResult } from './results/experiment-lift.ts';
import { LifecycleResult } from './results/lifecycle.ts';
import { MeasureResult } from './results/measures.ts';
import { RetentionResult } from './results/retention.ts';
import { StickinessResult } from './results/stickiness.ts';
import * as insightResults from './results.ts';
import { RetentionQuery } from './retention.ts';
import { SqlQuery } from './sql.ts';
import { StickinessQuery } from './stickiness.ts';
import { InsightFormula, InsightSeries, TimeseriesQuery } from './timeseries.ts';
import { TimeseriesResult } from './timeseries-result.ts';
import { InsightUnit } from './unit.ts';

/** What queries of insights and their answers consist of. */
export const insightSchemas = {
  InsightEvent,
  InsightCondition,
  InsightFilter,
  InsightRange,
  InsightAggregation,
  InsightSeries,
  InsightFormula,
  InsightStep,
  InsightUnit,
  TimeseriesQuery,
  FunnelExclusion,
  FunnelCorrelate,
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
  InsightQuery,
  InsightBody,
  TimeseriesResult,
  FunnelResult: funnelResults.FunnelResult,
  FunnelTrendResult: funnelResults.FunnelTrendResult,
  FunnelTimesResult: funnelResults.FunnelTimesResult,
  FunnelCorrelationResult: funnelResults.FunnelCorrelationResult,
  RetentionResult,
  PathsResult: insightResults.PathsResult,
  LifecycleResult,
  StickinessResult,
  DistributionResult,
  MeasureResult,
  ExperimentLiftResult,
  SqlResult: insightResults.SqlResult,
  InsightAnswer: insightResults.InsightAnswer,
  InsightAt: insightPeople.InsightAt,
  InsightPeopleBody: insightPeople.InsightPeopleBody,
  InsightPersonRow: insightPeople.InsightPersonRow,
  InsightPeopleAnswer: insightPeople.InsightPeopleAnswer,
};
