import type { Wire } from '@lamppost/protocol';
import type { TimeSeries } from '../../charts/time-chart/time-series.ts';
import { platformWords } from './release-words.ts';

export type Adoption = Wire['AdoptionAnswer']['data'];

export interface AdoptionLines {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
}

const MOST_SERIES = 7;

/** The share of sessions of each version, those with the most first; what is left over is one series. */
export function adoptionLines({ totals, series }: Adoption, isOnePlatform: boolean): AdoptionLines {
  const times = totals.map(({ at }) => Date.parse(at));
  const share = (sessions: number, at: number): number | null => {
    const all = totals[at]?.sessions ?? 0;
    return all === 0 ? null : (sessions / all) * 100;
  };
  const shown = series.slice(0, MOST_SERIES);
  const lines: TimeSeries[] = shown.map(({ platform, version, points }) => ({
    name: isOnePlatform ? version : `${version} ${platformWords[platform]}`,
    values: points.map(({ sessions }, at) => share(sessions, at)),
  }));
  const rest = times.map((_, at) => {
    const told = shown.reduce((sum, { points }) => sum + (points[at]?.sessions ?? 0), 0);
    const left = share((totals[at]?.sessions ?? 0) - told, at);
    return left === null ? null : Math.max(0, left);
  });
  const hasRest = rest.some((value) => value !== null && value > 0.005);
  return { times, series: hasRest ? [...lines, { name: '(other)', values: rest }] : lines };
}

/** The API knows hours, days and weeks. */
export function adoptionInterval(interval: 'minute' | 'hour' | 'day' | 'week' | 'month'): 'hour' | 'day' | 'week' {
  if (interval === 'minute') return 'hour';
  return interval === 'month' ? 'week' : interval;
}
