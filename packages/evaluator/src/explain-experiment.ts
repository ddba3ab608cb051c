import { deviceIdentity, experimentBuckets, poolBucket, userIdentity, variantBucket } from './bucketing.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { pickVariant } from './pick-variant.ts';
import type { ExperimentDefinition } from './ruleset.ts';
import { Subject, type SubjectKind } from './subject.ts';

export interface ExperimentExplanation {
  /** `not_running`: nobody is in it now, whatever the buckets say. */
  readonly outcome: 'assigned' | 'winner' | 'outside_traffic' | 'no_identity' | 'not_running';
  /** What the subject gets now. */
  readonly variantKey: string | undefined;
  /** What the subject gets while the experiment runs, whether it does or not. */
  readonly runningVariantKey: string | undefined;
  readonly identity: string | undefined;
  readonly subjectKind: SubjectKind | undefined;
  /** Of 10,000; the first `traffic_pct` × 100 are in. */
  readonly poolBucket: number | undefined;
  /** Of 10,000, walked through the weights. */
  readonly variantBucket: number | undefined;
}

/** Who gets which variant, and why; also of an experiment that has not begun or is over. */
export function explainExperiment(experiment: ExperimentDefinition, context: EvaluationContext): ExperimentExplanation {
  const subject = new Subject(context, 0);
  const user = userIdentity(subject.userId);
  const device = deviceIdentity(subject.deviceId);
  const { identity, kind } = identityFor(experiment.unit, user, device);
  const pool = identity === undefined ? undefined : poolBucket(identity, experiment.id);
  const slice = identity === undefined ? undefined : variantBucket(identity, experiment.id);
  const isInPool = pool !== undefined && pool < Math.round(experiment.traffic_pct * (experimentBuckets / 100));
  const runningVariantKey = isInPool && slice !== undefined ? pickVariant(experiment.variants, slice) : undefined;
  const buckets = { identity, subjectKind: kind, poolBucket: pool, variantBucket: slice, runningVariantKey };
  if (experiment.status === 'completed' && experiment.variants.some(({ key }) => key === experiment.winner)) {
    const hasSomebody = user !== undefined || device !== undefined;
    if (!hasSomebody) return { outcome: 'no_identity', variantKey: undefined, ...buckets };
    return { outcome: 'winner', variantKey: experiment.winner ?? undefined, ...buckets };
  }
  if (experiment.status !== 'running') return { outcome: 'not_running', variantKey: undefined, ...buckets };
  if (identity === undefined) return { outcome: 'no_identity', variantKey: undefined, ...buckets };
  const outcome = runningVariantKey === undefined ? 'outside_traffic' : 'assigned';
  return { outcome, variantKey: runningVariantKey, ...buckets };
}

function identityFor(
  unit: ExperimentDefinition['unit'],
  user: string | undefined,
  device: string | undefined,
): { readonly identity: string | undefined; readonly kind: SubjectKind | undefined } {
  if (unit !== 'device' && user !== undefined) return { identity: user, kind: 'user' };
  if (unit !== 'user' && device !== undefined) return { identity: device, kind: 'device' };
  return { identity: undefined, kind: undefined };
}
