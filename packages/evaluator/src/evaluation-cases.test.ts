import { assignExperiments } from './assign-experiments.ts';
import { identityOf, poolBucket, rolloutBucket, variantBucket } from './bucketing.ts';
import { compileRuleset } from './compile-ruleset.ts';
import { contextFromWire } from './context-from-wire.ts';
import { evaluateValues } from './evaluate-all.ts';
import { evaluateFlag } from './evaluate-flag.ts';
import { evaluationCasesContract } from './evaluation-cases.contract.ts';
import { murmurHash3 } from './murmur-hash3.ts';
import type { Ruleset } from './ruleset.ts';

const compile = (ruleset: Ruleset) => compileRuleset(ruleset, { regex: (pattern) => new RegExp(pattern) });

evaluationCasesContract({
  flag: (ruleset, key, context, groups) => {
    const evaluation = evaluateFlag(compile(ruleset), key, { ...contextFromWire(context), groups });
    const { value, reason, ruleId, bucket, hashInput } = evaluation;
    return { value, reason, rule_id: ruleId, bucket, hash_input: hashInput };
  },
  flags: (ruleset, context, groups) => evaluateValues(compile(ruleset), { ...contextFromWire(context), groups }),
  experiments: (ruleset, context, groups) => {
    const assignments = assignExperiments(compile(ruleset), { ...contextFromWire(context), groups });
    return Object.fromEntries(
      [...assignments].map(([key, { experimentId, variantKey, payload, subjectKind, countsExposure }]) => [
        key,
        {
          experiment_id: experimentId,
          variant_key: variantKey,
          payload,
          subject_kind: subjectKind,
          counts_exposure: countsExposure,
        },
      ]),
    );
  },
  hash: murmurHash3,
  identity: identityOf,
  buckets: (identity, id) => ({
    rollout: rolloutBucket(identity, id),
    pool: poolBucket(identity, id),
    variant: variantBucket(identity, id),
  }),
});
