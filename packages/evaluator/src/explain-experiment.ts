import {
  bucketsOf,
  deviceIdentity,
  holdoutBucket,
  identityOf,
  isInRanges,
  layerBucket,
  poolBucket,
  userIdentity,
  variantBucket,
} from './bucketing.ts';
import { compileAudience } from './compile-audience.ts';
import { compileNames } from './compile-overrides.ts';
import { ConditionPool } from './condition-pool.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import type { FlagCompilerOptions } from './flag-compiler.ts';
import { pickVariant } from './pick-variant.ts';
import type { ConditionDefinition, ExperimentDefinition } from './ruleset.ts';
import { Subject, type SubjectKind } from './subject.ts';

type ExperimentOutcome =
  | 'assigned'
  | 'forced'
  | 'winner'
  | 'outside_audience'
  | 'held_out'
  | 'outside_layer'
  | 'outside_traffic'
  | 'no_identity'
  | 'not_running';

export interface ExperimentExplanation {
  /** `not_running`: nobody is in it now, whatever the buckets say. */
  readonly outcome: ExperimentOutcome;
  /** What the subject gets now. */
  readonly variantKey: string | undefined;
  /** What the subject gets while the experiment runs, whether it does or not. */
  readonly runningVariantKey: string | undefined;
  readonly identity: string | undefined;
  readonly subjectKind: SubjectKind | undefined;
  /** The first of the audience that does not hold, with what the context has there. */
  readonly failedCondition: (ConditionDefinition & { readonly actual: unknown }) | undefined;
  /** Of 10,000; the first `traffic_pct` × 100 are in. Undefined in a layer. */
  readonly poolBucket: number | undefined;
  /** Of 10,000; those in the experiment's ranges are in. Undefined without a layer. */
  readonly layerBucket: number | undefined;
  /** Of 10,000; the first `percentage` × 100 are held out. Undefined without a holdout. */
  readonly holdoutBucket: number | undefined;
  /** Of 10,000, walked through the weights. */
  readonly variantBucket: number | undefined;
}

/** Who gets which variant, and why; also of an experiment that has not begun or is over. */
export function explainExperiment(
  experiment: ExperimentDefinition,
  context: EvaluationContext,
  known: FlagCompilerOptions = { groups: new Map(), cohorts: new Map(), regex: undefined },
): ExperimentExplanation {
  const subject = new Subject(context, 0);
  const anybody = identityOf(subject.userId, subject.deviceId);
  const forced = forcedVariant(experiment, subject, known);
  const failedCondition = firstFailing(experiment, subject, known);
  const held = heldOut(experiment, anybody);
  const { inside, ...bucketing } = bucketsIn(experiment, subject);
  const runningVariantKey = forced ?? (failedCondition || held.isHeldOut ? undefined : inside);
  const buckets = { ...bucketing, failedCondition, holdoutBucket: held.bucket, runningVariantKey };
  const outcome = (): ExperimentOutcome => {
    if (experiment.status === 'completed' && experiment.variants.some(({ key }) => key === experiment.winner)) {
      if (anybody === undefined) return 'no_identity';
      if (failedCondition !== undefined) return 'outside_audience';
      return held.isHeldOut ? 'held_out' : 'winner';
    }
    if (experiment.status !== 'running') return 'not_running';
    if (forced !== undefined) return 'forced';
    if (buckets.identity === undefined) return 'no_identity';
    if (failedCondition !== undefined) return 'outside_audience';
    if (held.isHeldOut) return 'held_out';
    if (inside !== undefined) return 'assigned';
    return experiment.layer ? 'outside_layer' : 'outside_traffic';
  };
  const became = outcome();
  return { outcome: became, variantKey: variantNow(became, experiment, runningVariantKey), ...buckets };
}

function variantNow(
  outcome: ExperimentOutcome,
  { winner }: ExperimentDefinition,
  runningVariantKey: string | undefined,
): string | undefined {
  if (outcome === 'winner') return winner ?? undefined;
  return outcome === 'assigned' || outcome === 'forced' ? runningVariantKey : undefined;
}

function forcedVariant(
  { overrides, variants }: ExperimentDefinition,
  subject: Subject,
  { groups }: FlagCompilerOptions,
): string | undefined {
  if (subject.kind === undefined) return undefined;
  return (overrides ?? [])
    .filter(({ variant_key }) => variants.some(({ key }) => key === variant_key))
    .find((override) => compileNames(override, groups)(subject))?.variant_key;
}

function firstFailing(
  { audience }: ExperimentDefinition,
  subject: Subject,
  known: FlagCompilerOptions,
): ExperimentExplanation['failedCondition'] {
  const conditions = compileAudience(audience, { ...known, pool: new ConditionPool() });
  const index = conditions.findIndex((condition) => !condition.holds(subject));
  const definition = audience?.[index];
  return definition && { ...definition, actual: conditions[index]?.actual(subject) };
}

function heldOut({ holdout }: ExperimentDefinition, identity: string | undefined) {
  if (!holdout || identity === undefined) return { bucket: undefined, isHeldOut: false };
  const bucket = holdoutBucket(identity, holdout.id);
  return { bucket, isHeldOut: bucket < bucketsOf(holdout.percentage) };
}

/** `inside`: the variant of those whom pool or layer let in. */
function bucketsIn(experiment: ExperimentDefinition, { userId, deviceId }: Subject) {
  const { id, unit, layer, variants, traffic_pct } = experiment;
  const { identity, kind } = identityFor(unit, userIdentity(userId), deviceIdentity(deviceId));
  if (identity === undefined) {
    const none = { poolBucket: undefined, layerBucket: undefined, variantBucket: undefined, inside: undefined };
    return { identity, subjectKind: kind, ...none };
  }
  const ofPool = layer ? undefined : poolBucket(identity, id);
  const ofLayer = layer ? layerBucket(identity, layer.id) : undefined;
  const slice = variantBucket(identity, id);
  const isIn = layer
    ? ofLayer !== undefined && isInRanges(ofLayer, layer.ranges)
    : ofPool !== undefined && ofPool < bucketsOf(traffic_pct);
  return {
    identity,
    subjectKind: kind,
    poolBucket: ofPool,
    layerBucket: ofLayer,
    variantBucket: slice,
    inside: isIn ? pickVariant(variants, slice) : undefined,
  };
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
