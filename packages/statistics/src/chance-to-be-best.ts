import type { Better } from './bayesian-comparison.ts';
import { normalCdf, normalDensity } from './distributions/normal.ts';
import type { Estimate } from './estimate.ts';
import { gaussLegendre } from './gauss-legendre.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData } from './not-enough-data.ts';

export interface VariantChance {
  readonly chanceToBeBest: number;
  /** What is lost on average, against whichever is the best, by taking this variant. */
  readonly expectedLoss: number;
}

export interface VariantChances {
  readonly kind: 'ok';
  /** In the order of the estimates. */
  readonly variants: readonly VariantChance[];
}

/** Beyond so many standard deviations there is nothing that a double would notice. */
const REACH = 9;
/** Where panels of the integral end, in standard deviations of every variant: between them everything is smooth. */
const BREAKS = [-REACH, -6, -4, -2.5, -1, 0, 1, 2.5, 4, 6, REACH];
/** Variants that are this much surer than the least sure one are taken for points of this width. */
const MIN_RELATIVE_DEVIATION = 1e-6;

/** All variants, the control among them, with flat priors, by numerical integration: no random numbers. */
export function chanceToBeBest(
  estimates: readonly (Estimate | NotEnoughData)[],
  better: Better = 'higher',
): VariantChances | NotEnoughData {
  const usable: Estimate[] = [];
  for (const estimate of estimates) {
    if (estimate.kind !== 'ok') return estimate;
    usable.push(estimate);
  }
  if (usable.length < 2) return notEnoughData('no_units');
  const scale = Math.max(...usable.map(({ standardError }) => standardError));
  if (scale === 0) return notEnoughData('zero_variance');
  const origin = usable[0]?.value ?? 0;
  const sign = better === 'higher' ? 1 : -1;
  const normals = usable.map(({ value, standardError }) => ({
    mean: (sign * (value - origin)) / scale,
    deviation: Math.max(standardError / scale, MIN_RELATIVE_DEVIATION),
  }));
  if (!areFinite(scale, ...normals.map(({ mean }) => mean))) return notEnoughData('not_finite');
  const parts = normals.map((_, at) => bestPart(normals, at));
  const total = parts.reduce((sum, { chance }) => sum + chance, 0);
  const best = parts.reduce((sum, { moment }) => sum + moment, 0);
  return ifFinite({
    kind: 'ok',
    variants: normals.map(({ mean }, at) => ({
      chanceToBeBest: Math.min(1, (parts[at]?.chance ?? 0) / total),
      expectedLoss: Math.max(0, best - mean) * scale,
    })),
  });
}

interface Normal {
  readonly mean: number;
  readonly deviation: number;
}

/** The chance that this one is the largest, and its mean over the cases in which it is. */
function bestPart(normals: readonly Normal[], at: number): { chance: number; moment: number } {
  const own = normals[at];
  if (own === undefined) return { chance: 0, moment: 0 };
  const others = normals.filter((_, other) => other !== at);
  const ends = panelEnds(normals, own);
  let [chance, moment] = [0, 0];
  for (let panel = 1; panel < ends.length; panel += 1) {
    for (const { node, weight } of gaussLegendre(ends[panel - 1] ?? 0, ends[panel] ?? 0)) {
      const density = normalDensity((node - own.mean) / own.deviation) / own.deviation;
      const share = others.reduce((product, { mean, deviation }) => product * normalCdf((node - mean) / deviation), 1);
      chance += weight * density * share;
      moment += weight * density * share * node;
    }
  }
  return { chance, moment };
}

function panelEnds(normals: readonly Normal[], own: Normal): readonly number[] {
  const [from, to] = [own.mean - REACH * own.deviation, own.mean + REACH * own.deviation];
  const ends = normals.flatMap(({ mean, deviation }) => BREAKS.map((step) => mean + step * deviation));
  return [...new Set(ends.filter((end) => end >= from && end <= to))].sort((a, b) => a - b);
}
