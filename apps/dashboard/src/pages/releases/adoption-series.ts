import type { Wire } from '@lamppost/protocol';
import type { TimeSeries } from '../../charts/time-chart/time-series.ts';

export type Adoption = Wire['AdoptionAnswer']['data'];

export interface AdoptionLines {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
}

const MAX_SERIES = 7;

/**
 * The share of sessions of each version, those that had the largest first; what is left over is one series.
 * A version is one line, on however many platforms it is.
 */
export function adoptionLines({ totals, series }: Adoption): AdoptionLines {
  const times = totals.map(({ at }) => Date.parse(at));
  const share = (sessions: number, at: number): number | null => {
    const all = totals[at]?.sessions ?? 0;
    return all === 0 ? null : (sessions / all) * 100;
  };
  const versions = new Map<string, number[]>();
  for (const { version, points } of series) {
    const sums = versions.get(version) ?? times.map(() => 0);
    for (const [at, { sessions }] of points.entries()) sums[at] = (sums[at] ?? 0) + sessions;
    versions.set(version, sums);
  }
  const lines = [...versions].map(([name, sums]) => ({ name, values: sums.map(share) }));
  const largest = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0));
  const shown = lines.toSorted((a, b) => largest(b.values) - largest(a.values)).slice(0, MAX_SERIES);
  const rest = times.map((_, at) => {
    if ((totals[at]?.sessions ?? 0) === 0) return null;
    return Math.max(0, 100 - shown.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  });
  const hasRest = rest.some((value) => value !== null && value > 0.005);
  const ordered = shown.toSorted((a, b) => byVersion.compare(a.name, b.name));
  return { times, series: hasRest ? [...ordered, { name: '(other)', values: rest }] : ordered };
}

/** 4.9.0 before 4.10.0. */
const byVersion = new Intl.Collator('en', { numeric: true });

/** The API knows hours, days and weeks. */
export function adoptionInterval(interval: 'minute' | 'hour' | 'day' | 'week' | 'month'): 'hour' | 'day' | 'week' {
  if (interval === 'minute') return 'hour';
  return interval === 'month' ? 'week' : interval;
}
