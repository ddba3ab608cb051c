import { formatPercent } from '../design/format/format-number.ts';
import type { RetentionCohort } from './retention-table.tsx';

export interface Heat {
  /** How much of the heat colour lies over the surface, 0 to 1. */
  readonly alpha: number;
  /** The text needs the colour that is read on a strong ground. */
  readonly isStrong: boolean;
}

/**
 * The square root spreads low shares, where most of retention happens. Between the two bounds neither dark nor
 * light text would be readable, so that no cell has a ground in between; a test holds both grounds to 4.5 : 1.
 */
export const WEAK_MOST = 0.42;
export const STRONG_LEAST = 0.94;
const STRONG_FROM = 60;

export function heatOf(percent: number): Heat {
  const share = Math.min(100, Math.max(0, percent));
  if (share >= STRONG_FROM) {
    return { alpha: STRONG_LEAST + ((share - STRONG_FROM) / (100 - STRONG_FROM)) * (1 - STRONG_LEAST), isStrong: true };
  }
  return { alpha: Math.sqrt(share / STRONG_FROM) * WEAK_MOST, isStrong: false };
}

/** Means weighted by size, of the cohorts that are old enough. */
export function retentionMean(cohorts: readonly RetentionCohort[], width: number): (number | null)[] {
  return Array.from({ length: width }, (_, place) => {
    let people = 0;
    let stayed = 0;
    for (const cohort of cohorts) {
      const percent = cohort.retention[place] ?? null;
      if (percent === null) continue;
      people += cohort.size;
      stayed += cohort.size * percent;
    }
    return people === 0 ? null : stayed / people;
  });
}

export function retentionSentence(
  label: string,
  cohorts: readonly RetentionCohort[],
  interval: 'day' | 'week',
): string {
  const width = Math.max(0, ...cohorts.map((cohort) => cohort.retention.length));
  const mean = retentionMean(cohorts, width);
  const last = mean.findLastIndex((percent) => percent !== null);
  if (last < 1) return `${label}: not enough time has passed.`;
  const first = formatPercent(mean[1] ?? null);
  const words = last === 1 ? '' : `, ${formatPercent(mean[last] ?? null)} after ${last} ${interval}s`;
  return `${label}, ${cohorts.length} cohorts. ${first} of people came back after one ${interval}${words}.`;
}
