import {
  type Baseline,
  daysToGo,
  type PlanOptions,
  smallestDetectableLift,
  unitsFor,
} from '@lamppost/statistics/experiments';
import type { Analysis } from '../experiment.ts';
import { missingWords } from './missing-words.ts';

export interface PlanRequest {
  readonly baseline: Baseline;
  /** Relative: 0.05 is 5 %. A metric that should fall is planned with the same size. */
  readonly lift: number;
  readonly power: number;
  readonly analysis: Pick<Analysis, 'engine' | 'confidence_level'>;
  /** Percent of all units, the control first. */
  readonly weights: readonly number[];
  readonly unitsPerDay: number;
  readonly unitsSoFar: number;
}

export type Plan =
  | {
      readonly kind: 'ok';
      /** Of the whole experiment. */
      readonly units: number;
      /** From now on; null without traffic. */
      readonly days: number | null;
    }
  | { readonly kind: 'none'; readonly words: string };

/** How many units and days it takes to find a lift of this size, of the variant with the fewest units. */
export function planExperiment(request: PlanRequest): Plan {
  const needed = unitsFor(request.baseline, request.lift, optionsOf(request));
  if (needed.kind !== 'ok') return { kind: 'none', words: missingWords(needed.reason) };
  const days = daysToGo(needed.units, request.unitsSoFar, request.unitsPerDay);
  return { kind: 'ok', units: needed.units, days: days.kind === 'ok' ? days.days : null };
}

/** The smallest lift that is likely to be found with so many units; null when none is. */
export function detectableLift(request: Omit<PlanRequest, 'lift'>, units: number): number | null {
  const found = smallestDetectableLift(request.baseline, units, optionsOf(request));
  return found.kind === 'ok' ? found.lift : null;
}

function optionsOf({ power, analysis, weights }: Omit<PlanRequest, 'lift'>): PlanOptions {
  const [control = 50, ...treatments] = weights;
  const sum = weights.reduce((total, weight) => total + weight, 0) || 100;
  return {
    level: analysis.confidence_level,
    power,
    split: { control: control / sum, treatment: Math.min(...treatments, 100) / sum },
    method: analysis.engine === 'sequential' ? 'sequential' : 'fixed',
  };
}
