export { assignExperiment, assignExperiments, type ExperimentAssignment } from './assign-experiments.ts';
export {
  bucketingVersion,
  bucketsOf,
  holdoutBucket,
  identityOf,
  layerBucket,
  poolBucket,
  rolloutBucket,
  variantBucket,
} from './bucketing.ts';
export { checkRegex } from './check-regex.ts';
export { COHORT_FIELD } from './cohort-condition.ts';
export { compareVersions } from './compare-versions.ts';
export type { CompiledFlag } from './compile-flag.ts';
export {
  type CompiledRuleset,
  type CompileOptions,
  compileExperiments,
  compileRuleset,
  type RulesetProblem,
} from './compile-ruleset.ts';
export { contextFromWire } from './context-from-wire.ts';
export { evaluateAll, evaluateValues } from './evaluate-all.ts';
export { evaluateFlag } from './evaluate-flag.ts';
export type { EvaluationContext } from './evaluation-context.ts';
export { type ExperimentExplanation, explainExperiment } from './explain-experiment.ts';
export {
  explainFlag,
  type FlagExplanation,
  type PrerequisiteExplanation,
  type RuleExplanation,
  type ShareExplanation,
} from './explain-flag.ts';
export { FlagCompiler } from './flag-compiler.ts';
export type { EvaluationReason, FlagEvaluation } from './flag-evaluation.ts';
export { FlagTable } from './flag-table.ts';
export { FlagsJson } from './flags-json.ts';
export { murmurHash3 } from './murmur-hash3.ts';
export { pickVariant } from './pick-variant.ts';
export type { RegexEngine } from './regex-engine.ts';
export {
  type ConditionDefinition,
  type ConditionValue,
  type ExperimentDefinition,
  type FlagDefinition,
  type HoldoutDefinition,
  type LayerShareDefinition,
  type OverrideDefinition,
  type PrerequisiteDefinition,
  RULESET_VERSION,
  type RuleDefinition,
  type Ruleset,
  type ValueType,
  type VariantDefinition,
} from './ruleset.ts';
export type { SubjectKind } from './subject.ts';
export type { TargetingProblem } from './validate-condition.ts';
export { isValueOfType, validateRollout, validateRules } from './validate-targeting.ts';
export { type WireAssignment, wireAssignment } from './wire-assignment.ts';
