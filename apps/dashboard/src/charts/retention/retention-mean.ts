import { formatCount } from '../../design/format/format-count.ts';
import { formatPercent } from '../../design/format/format-number.ts';
import type { RetentionCohort } from './retention-cohort.ts';

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
  interval: 'hour' | 'day' | 'week' | 'month',
  counted = 'people',
): string {
  const width = Math.max(0, ...cohorts.map((cohort) => cohort.retention.length));
  const mean = retentionMean(cohorts, width);
  const last = mean.findLastIndex((percent) => percent !== null);
  if (last < 1) return `${label}: not enough data yet.`;
  const first = formatPercent(mean[1] ?? null);
  const words = last === 1 ? '' : `, ${formatPercent(mean[last] ?? null)} after ${last} ${interval}s`;
  return `${label}, ${formatCount(cohorts.length, 'cohort')}. ${first} of ${counted} came back after one ${interval}${words}.`;
}
