import { releaseValue } from '../../analytics/release-key.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import { percentOf } from '../insights/queries/insight-params.ts';
import type { AdoptionPoint, ReleaseAdoption } from './queries/releases.ts';

/** Every bucket has a point in every series, so that lines of a chart have the same places. */
export function adoptionResponse({ bucketsMs, points }: ReleaseAdoption) {
  const totals = new Map(points.filter(({ release }) => release === null).map((point) => [point.bucketMs, point]));
  const series = new Map<string, AdoptionPoint[]>();
  for (const point of points) {
    if (point.release === null) continue;
    const value = releaseValue(point.release);
    series.set(value, [...(series.get(value) ?? []), point]);
  }
  const sessionsOf = (list: readonly AdoptionPoint[]) => list.reduce((sum, { sessions }) => sum + sessions, 0);
  return {
    totals: bucketsMs.map((at) => ({
      at: isoTime(at),
      sessions: totals.get(at)?.sessions ?? 0,
      users: totals.get(at)?.users ?? 0,
    })),
    series: [...series.values()]
      .toSorted((a, b) => sessionsOf(b) - sessionsOf(a))
      .map((list) => ({
        platform: list[0]?.release?.platform,
        version: list[0]?.release?.version,
        points: bucketsMs.map((at) => pointRow(at, list, totals.get(at))),
      })),
  };
}

function pointRow(at: number, list: readonly AdoptionPoint[], total: AdoptionPoint | undefined) {
  const point = list.find(({ bucketMs }) => bucketMs === at);
  const [sessions, users] = [point?.sessions ?? 0, point?.users ?? 0];
  return {
    at: isoTime(at),
    sessions,
    users,
    sessions_pct: total === undefined || total.sessions === 0 ? null : percentOf(sessions, total.sessions),
    users_pct: total === undefined || total.users === 0 ? null : percentOf(users, total.users),
  };
}
