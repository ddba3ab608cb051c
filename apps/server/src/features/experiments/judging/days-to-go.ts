import { DAY_MS } from '@lamppost/protocol';
import { daysToGo as daysFor, unitsFor } from '@lamppost/statistics/experiments';
import type { Experiment } from '../experiment-store.ts';
import type { DecidedMetric } from './decide-variants.ts';

export interface Progress {
  readonly experiment: Experiment;
  readonly startedAtMs: number;
  readonly asOfMs: number;
  /** By the place of the variant. */
  readonly units: readonly number[];
  readonly unitsPerDay: number;
}

/** Smaller lifts than this are not waited for. */
const MIN_LIFT = 0.01;
/** Nobody waits longer; there is no figure then. */
const MAX_DAYS = 365;

/**
 * How many days are left: to the planned end where there is one; else until every variant has the units that a verdict
 * needs, and a lift as large as the one that is seen would be found with 80 % power.
 */
export function daysToGo(progress: Progress, primary: DecidedMetric | undefined, control: number): number | null {
  const { experiment, startedAtMs, asOfMs } = progress;
  const { status, analysis } = experiment;
  if (status !== 'running') return null;
  if (analysis.plannedDays !== null) {
    return Math.max(0, Math.ceil((startedAtMs + analysis.plannedDays * DAY_MS - asOfMs) / DAY_MS));
  }
  const needed = [
    minimumUnits(progress),
    ...lifts(primary).map((lift) => unitsToFind(lift, progress, primary, control)),
  ];
  if (needed.some((units) => units === null)) return null;
  const total = progress.units.reduce((sum, units) => sum + units, 0);
  const left = daysFor(Math.max(...needed.map((units) => units ?? 0)), total, progress.unitsPerDay);
  return left.kind === 'ok' && left.days <= MAX_DAYS ? left.days : null;
}

/** Of the whole experiment, until its smallest variant has enough. */
function minimumUnits({ experiment }: Progress): number {
  const smallest = Math.min(...experiment.variants.map(({ weight }) => weight));
  return experiment.analysis.minUnits / (smallest / 100);
}

/** What is seen of the treatment that leads. */
function lifts(primary: DecidedMetric | undefined): readonly number[] {
  const compared = primary?.variants.flatMap(({ comparison }) => comparison ?? []) ?? [];
  const best = compared.toSorted((a, b) => (b.chanceToBeat ?? 0) - (a.chanceToBeat ?? 0))[0];
  return best?.liftRel === null || best?.liftRel === undefined ? [] : [best.liftRel];
}

function unitsToFind(
  seen: number,
  { experiment, units }: Progress,
  primary: DecidedMetric | undefined,
  control: number,
): number | null {
  const estimate = primary?.variants[control]?.estimate.estimate;
  if (estimate?.kind !== 'ok') return null;
  const total = units.reduce((sum, each) => sum + each, 0);
  // The metric may be of fewer units than are exposed; it will stay so.
  const share = (units[control] ?? 0) === 0 ? 1 : estimate.units / (units[control] ?? 1);
  const weight = (experiment.variants[control]?.weight ?? 50) / 100;
  const rest = (1 - weight) / Math.max(1, experiment.variants.length - 1);
  const variance = estimate.standardError ** 2 * estimate.units;
  const lift = Math.sign(seen || 1) * Math.max(Math.abs(seen), MIN_LIFT);
  const found = unitsFor({ kind: 'mean', mean: estimate.value, variance }, lift, {
    level: experiment.analysis.confidenceLevel,
    method: experiment.analysis.engine === 'sequential' ? 'sequential' : 'fixed',
    split: { control: weight, treatment: rest },
  });
  if (found.kind === 'ok') return share > 0 ? found.units / share : null;
  return found.reason === 'zero_variance' || found.reason === 'zero_control_mean' ? total : null;
}
