import { isHeldOut } from './compile-holdout.ts';
import type { CompiledRuleset } from './compile-ruleset.ts';
import type { CompiledExperiment, CompiledVariant } from './compiled-experiment.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { Subject, type SubjectKind } from './subject.ts';

export interface ExperimentAssignment {
  readonly experimentId: string;
  readonly variantKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subjectKind: SubjectKind;
  /** False for a variant that was forced, and once a winner is given to the whole audience: then seeing it says nothing. */
  readonly countsExposure: boolean;
}

/** The experiments that the subject is in, by key, in the order of the ruleset. */
export function assignExperiments(
  ruleset: CompiledRuleset,
  context: EvaluationContext,
): Map<string, ExperimentAssignment> {
  const assignments = new Map<string, ExperimentAssignment>();
  if (ruleset.experiments.length === 0) return assignments;
  const subject = new Subject(context, 0);
  for (const experiment of ruleset.experiments) {
    const assignment = assign(experiment, subject);
    if (assignment !== undefined) assignments.set(experiment.key, assignment);
  }
  return assignments;
}

/** One of them; undefined when the subject is not in it. */
export function assignExperiment(
  ruleset: CompiledRuleset,
  key: string,
  context: EvaluationContext,
): ExperimentAssignment | undefined {
  const experiment = ruleset.experiments.find((candidate) => candidate.key === key);
  return experiment && assign(experiment, new Subject(context, 0));
}

function assign(experiment: CompiledExperiment, subject: Subject): ExperimentAssignment | undefined {
  const { unit, winner, forcedFor, audience, holdout } = experiment;
  const kind = kindFor(unit, subject);
  if (forcedFor !== undefined) {
    const forced = forcedFor(subject);
    const anyKind = kind ?? subject.kind;
    if (forced !== undefined && anyKind !== undefined) return assignment(experiment, forced, anyKind, false);
  }
  if (!isInAudience(audience, subject)) return undefined;
  if (holdout !== undefined && subject.identity !== undefined && isHeldOut(holdout, subject.identity)) return undefined;
  if (winner !== undefined) {
    const anyKind = kind ?? subject.kind;
    return anyKind && assignment(experiment, winner, anyKind, false);
  }
  const identity = kind && (kind === 'user' ? subject.user : subject.device);
  const variant = identity && experiment.variantFor(identity);
  return variant && kind && assignment(experiment, variant, kind, true);
}

/** Whoever cannot be judged is not in it. */
function isInAudience(audience: CompiledExperiment['audience'], subject: Subject): boolean {
  try {
    return audience.every((condition) => condition.holds(subject));
  } catch {
    return false;
  }
}

/** undefined when the subject has no identity of the kind that the experiment counts. */
function kindFor(unit: CompiledExperiment['unit'], subject: Subject): SubjectKind | undefined {
  if (unit === 'auto') return subject.kind;
  if (unit === 'user') return subject.user && 'user';
  return unit === 'device' ? subject.device && 'device' : undefined;
}

const assignment = (
  { id }: CompiledExperiment,
  { key, payload }: CompiledVariant,
  subjectKind: SubjectKind,
  countsExposure: boolean,
): ExperimentAssignment => ({ experimentId: id, variantKey: key, payload, subjectKind, countsExposure });
