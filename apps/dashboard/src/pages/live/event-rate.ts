/** So many seconds are looked at; the last of them is not over yet. */
const WINDOW_SECONDS = 60;
const AVERAGED_SECONDS = 5;

export interface EventRate {
  /** How many events came in each second, by the second of the clock. */
  readonly perSecond: ReadonlyMap<number, number>;
}

export const noRate: EventRate = { perSecond: new Map() };

export function countAt(rate: EventRate, nowMs: number, count: number): EventRate {
  const second = Math.floor(nowMs / 1000);
  const perSecond = new Map(rate.perSecond);
  perSecond.set(second, (perSecond.get(second) ?? 0) + count);
  for (const old of perSecond.keys()) if (old < second - WINDOW_SECONDS) perSecond.delete(old);
  return { perSecond };
}

/** The seconds of the last minute that are over, oldest first. */
export function secondsBefore({ perSecond }: EventRate, nowMs: number): readonly number[] {
  const second = Math.floor(nowMs / 1000);
  return Array.from({ length: WINDOW_SECONDS }, (_, at) => perSecond.get(second - WINDOW_SECONDS + at) ?? 0);
}

/** Events a second, over the last seconds: one alone jumps too much to be read. */
export function ratePerSecond(rate: EventRate, nowMs: number): number {
  const latest = secondsBefore(rate, nowMs).slice(-AVERAGED_SECONDS);
  return latest.reduce((sum, count) => sum + count, 0) / latest.length;
}
