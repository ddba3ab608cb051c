import type { FlagEvaluation } from '@lamppost/evaluator';

const MAX_VARIANT_LENGTH = 200;

/** A flag as the OpenFeature Remote Evaluation Protocol tells it. */
export function ofrepEvaluation(flagKey: string, evaluation: FlagEvaluation, configVersion: string) {
  const { value, ruleId, error } = evaluation;
  return {
    key: flagKey,
    value,
    variant: variantOf(value),
    reason: openFeatureReason(evaluation),
    metadata: {
      config_version: configVersion,
      ...(ruleId === undefined ? {} : { rule_id: ruleId }),
      ...(error === undefined ? {} : { error }),
    },
  };
}

/** Flags have no variants, and some providers fail without one: the name of a value is how it is written. */
function variantOf(value: unknown): string {
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  if (name.length <= MAX_VARIANT_LENGTH) return name;
  return name.slice(0, MAX_VARIANT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function openFeatureReason({ reason, bucket }: FlagEvaluation): string {
  switch (reason) {
    case 'KILLED':
      return 'DISABLED';
    case 'RULE_MATCH':
      return bucket === undefined ? 'TARGETING_MATCH' : 'SPLIT';
    case 'ROLLOUT':
      return bucket === undefined ? 'STATIC' : 'SPLIT';
    case 'DEFAULT':
      return 'DEFAULT';
    default:
      return 'UNKNOWN';
  }
}
