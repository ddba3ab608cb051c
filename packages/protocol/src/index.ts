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
export {
  type CompleteInsightQuery,
  type CompleteInsightStep,
  completeInsightQuery,
  type FilledInsightQuery,
  fillInsightQuery,
} from './complete-insight-query.ts';
export { DEFAULT_ANALYSIS } from './default-analysis.ts';
export { type ErrorCode, type ErrorDetails, errorCodes } from './error-codes.ts';
export { type InsightField, insightFields, isInsightField } from './insight-fields.ts';
export { isJsonObject, type JsonObject } from './json-object.ts';
export { type KnownInsightQuery, knownInsightQuery } from './known-insight-query.ts';
export {
  capabilities,
  clientConfig,
  defaultPlans,
  factLengths,
  limits,
  type PlanLimits,
  unmeteredPlan,
} from './limits.ts';
export { type FieldPath, type KeyPath, parseFieldPath } from './parse-field-path.ts';
export { isAtLeast, type Role, roles } from './roles.ts';
export { type Access, type MemberAccess, type Route, type RouteName, routes } from './routes.ts';
export type { SchemaName, Wire } from './schemas/index.ts';
export { type SqlTable, type SqlTableName, sqlTables } from './sql-tables.ts';
export { NAMES_OF_TYPES, SYSTEM_EVENTS, type SystemEvent } from './system-events.ts';
export { patternSentence } from './text-patterns.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';
export type { SchemaFault, Validator } from './validator.ts';
export { writeFieldPath } from './write-field-path.ts';
