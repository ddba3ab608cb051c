export {
  ApiError,
  type ApiErrorOptions,
  invalidBody,
  invalidField,
  invalidFields,
  tooLarge,
  unavailable,
} from './api-error.ts';
export {
  BUILT_IN_METRICS,
  type BuiltInMetric,
  type BuiltInMetricName,
  builtInMetric,
  isBuiltInMetric,
} from './built-in-metrics.ts';
export { DEFAULT_ANALYSIS } from './default-analysis.ts';
export { type ErrorCode, type ErrorDetails, errorCodes } from './error-codes.ts';
export {
  type CompleteInsightQuery,
  completeInsightQuery,
  type EventInsightQuery,
  type FilledInsightQuery,
  fillInsightQuery,
} from './insight-query/complete-insight-query.ts';
export { eventNames } from './insight-query/event-selection.ts';
export { type FilledFeatureQuery, isFeatureQuery } from './insight-query/fill-feature.ts';
export type { CompleteFunnel, CompleteInsightStep } from './insight-query/fill-funnel.ts';
export {
  type InsightField,
  insightFields,
  isEventField,
  isInsightField,
  isMembershipField,
  membershipFields,
  membershipOps,
} from './insight-query/insight-fields.ts';
export { type KnownInsightQuery, knownInsightQuery } from './insight-query/known-insight-query.ts';
export { type FieldPath, type KeyPath, parseFieldPath } from './insight-query/parse-field-path.ts';
export { FIRST_SEEN_FIELD, type PersonField, parsePersonField, userField } from './insight-query/person-fields.ts';
export { writeFieldPath } from './insight-query/write-field-path.ts';
export { isJsonObject, type JsonObject } from './json-object.ts';
export {
  capabilities,
  clientConfig,
  defaultPlans,
  factLengths,
  limits,
  type PlanLimits,
  unmeteredPlan,
} from './limits.ts';
export { isAtLeast, type Role, roles } from './roles.ts';
export { type Access, type MemberAccess, type Route, type RouteName, routes } from './routes.ts';
export type { SchemaName, Wire } from './schemas/index.ts';
export type {
  CountAggregation,
  DistinctAggregation,
  FieldAggregation,
  PerPersonAggregation,
  SessionDurationAggregation,
} from './schemas/insights/aggregations.ts';
export type {
  FilterGroup,
  ListCondition,
  PresenceCondition,
  TextCondition,
  ValueCondition,
} from './schemas/insights/filters.ts';
export type { FunnelCorrelateShape, FunnelExclusionShape } from './schemas/insights/funnel.ts';
export type { AbsoluteRange, CalendarRange, RelativeRange, ReleaseRange } from './schemas/insights/ranges.ts';
export type { VariantLift } from './schemas/insights/results/experiment-lift.ts';
export type { MeasurePoint, MeasureSeries } from './schemas/insights/results/measures.ts';
export type { TrendFormula, TrendSeries } from './schemas/insights/timeseries.ts';
export type { TrendLine, TrendPoint } from './schemas/insights/timeseries-result.ts';
export type { InsightUnitShape } from './schemas/insights/unit.ts';
export { type SqlTable, type SqlTableName, sqlTables } from './sql-tables.ts';
export { NAMES_OF_TYPES, SYSTEM_EVENTS, type SystemEvent } from './system-events.ts';
export { patternSentence } from './text-patterns.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';
export type { SchemaFault, Validator } from './validator.ts';
export { type SentWebhookEvent, type WebhookEvent, webhookEvents } from './webhook-events.ts';
