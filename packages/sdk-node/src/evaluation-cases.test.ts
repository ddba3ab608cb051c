import {
  contextFromWire,
  identityOf,
  murmurHash3,
  poolBucket,
  rolloutBucket,
  variantBucket,
} from '@lamppost/evaluator';
import { type CaseEvaluator, evaluationCasesContract } from '@lamppost/evaluator/cases';
import { createLamppost } from './create-lamppost.ts';
import type { LamppostUser } from './node-lamppost.ts';

type Ruleset = Parameters<CaseEvaluator['flag']>[0];

/** Somebody of a case, as an app sees them. */
const userOf = (ruleset: Ruleset, context: unknown, groups: readonly string[]): LamppostUser =>
  createLamppost({
    key: `lp_sec_production_${'x'.repeat(32)}`,
    url: 'http://127.0.0.1:9',
    offline: true,
    bootstrap: ruleset,
    log: () => {},
  }).forUser({ ...contextFromWire(context), groups });

/** What the flag is anyway is a fallback of its type. */
const ofItsType = (user: LamppostUser, key: string): unknown => new Map(Object.entries(user.flags())).get(key);

evaluationCasesContract({
  flag(ruleset, key, context, groups) {
    const user = userOf(ruleset, context, groups);
    const { value, reason, ruleId, bucket, hashInput } = user.details(key, ofItsType(user, key));
    return { value, reason, rule_id: ruleId, bucket, hash_input: hashInput };
  },
  flags: (ruleset, context, groups) => userOf(ruleset, context, groups).flags(),
  experiments: (ruleset, context, groups) =>
    Object.fromEntries(
      Object.entries(userOf(ruleset, context, groups).experiments()).map(([key, assignment]) => [
        key,
        {
          experiment_id: assignment.experimentId,
          variant_key: assignment.variant,
          payload: assignment.payload,
          subject_kind: assignment.subjectKind,
          counts_exposure: assignment.countsExposure,
        },
      ]),
    ),
  hash: murmurHash3,
  identity: identityOf,
  buckets: (identity, id) => ({
    rollout: rolloutBucket(identity, id),
    pool: poolBucket(identity, id),
    variant: variantBucket(identity, id),
  }),
});
