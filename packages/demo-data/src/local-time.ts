import type { Random } from './random.ts';
import { DAY_MS, HOUR_MS } from './units.ts';

/** Sunday to Saturday, mean about 1. Groceries are planned at the week's end and ordered on Sunday and Monday. */
export const weekdayWeights = [1.28, 1.1, 0.92, 0.88, 0.9, 0.92, 1.02] as const;

/** Weight of each local hour: breakfast, a small noon, and the hours before dinner. */
const workdayHours = [2, 1, 0.6, 0.5, 0.6, 1.5, 4, 7, 8, 7, 7, 10, 12, 9, 7, 9, 14, 21, 24, 20, 15, 11, 8, 4] as const;
const weekendHours = [
  3, 2, 1, 0.6, 0.5, 0.8, 2, 5, 9, 14, 18, 17, 14, 12, 11, 12, 15, 18, 19, 16, 13, 10, 8, 5,
] as const;

const cumulated = (weights: readonly number[]): readonly number[] => {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
};
const workdayUpTo = cumulated(workdayHours);
const weekendUpTo = cumulated(weekendHours);

/** Milliseconds since local midnight. */
export function drawTimeOfDay(random: Random, weekday: number): number {
  const upTo = weekday === 0 || weekday === 6 ? weekendUpTo : workdayUpTo;
  const wanted = random.share() * (upTo[23] as number);
  const hour = upTo.findIndex((sum) => wanted < sum);
  return (hour + random.share()) * HOUR_MS;
}

/** How far zones are ahead of UTC, asked of the calendar once for each day. */
export class ZoneOffsets {
  readonly #zones = new Map<string, { format: Intl.DateTimeFormat; byDay: Map<number, number> }>();

  /** `day` is a day since 1970; the answer holds for its noon, so that a change of clocks falls between days. */
  at(zone: string, day: number): number {
    let entry = this.#zones.get(zone);
    if (entry === undefined) {
      const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
      entry = { format, byDay: new Map() };
      this.#zones.set(zone, entry);
    }
    const known = entry.byDay.get(day);
    if (known !== undefined) return known;
    const offset = readOffset(entry.format.format(day * DAY_MS + 12 * HOUR_MS));
    entry.byDay.set(day, offset);
    return offset;
  }
}

/** `11/15/2026, GMT+05:30` → milliseconds; `GMT` alone is zero. */
function readOffset(formatted: string): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(formatted) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * 60_000);
}

/** 0 is Sunday, for a day since 1970. */
export const weekdayOf = (day: number): number => (day + 4) % 7;
