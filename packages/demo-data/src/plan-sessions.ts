import { drawTimeOfDay, weekdayOf, weekdayWeights, type ZoneOffsets } from './local-time.ts';
import type { Period } from './period.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';
import { DAY_MS } from './units.ts';

export interface PlannedSession {
  readonly startMs: number;
  /** Index of the person's device. */
  readonly device: 0 | 1;
  /** The person's very first one: the app has just been installed. */
  readonly isArrival: boolean;
}

/** Interest fades slowly, also of those who stay. */
const interestDays = 170;
/** What is new is tried out: the days after the first are busier. */
const novelty = { factor: 1.7, days: 2.5 };
/** A household has its day for the week's groceries. */
const onFavouriteDay = 1.9;
const onOtherDays = 0.85;

/** When someone uses the product, in the order of time. */
export function planSessions(seed: number, person: Person, period: Period, zones: ZoneOffsets): PlannedSession[] {
  const random = new Random(seed, person.index, 2);
  const sessions: PlannedSession[] = [];
  const first = Math.max(0, person.arrivalDay);
  const last = Math.min(period.days - 1, person.arrivalDay + person.lifetimeDays);
  for (let day = first; day <= last; day += 1) {
    const isArrivalDay = day === person.arrivalDay;
    if (!isArrivalDay && !random.chance(activeRate(person, day, period))) continue;
    const count = random.geometric(1 / (1.15 + 1.6 * person.dailyRate));
    for (let at = 0; at < count; at += 1) sessions.push(drawSession(random, person, day, period, zones));
  }
  const inTime = sessions.filter(({ startMs }) => startMs < period.untilMs - MAX_SESSION_MS).sort(byStart);
  if (person.arrivalDay >= 0 && inTime[0] !== undefined) inTime[0] = { ...inTime[0], device: 0, isArrival: true };
  return inTime;
}

/** A session that would not be over at the end of the period is left out. */
const MAX_SESSION_MS = 25 * 60_000;

const byStart = (a: PlannedSession, b: PlannedSession): number => a.startMs - b.startMs;

function activeRate({ dailyRate, favouriteWeekday, arrivalDay }: Person, day: number, period: Period): number {
  const weekday = weekdayOf(period.firstDay + day);
  const habit = weekday === favouriteWeekday ? onFavouriteDay : onOtherDays;
  const age = day - arrivalDay;
  const interest = Math.exp(-age / interestDays) + novelty.factor * Math.exp(-age / novelty.days);
  return dailyRate * habit * (weekdayWeights[weekday] as number) * interest;
}

function drawSession(random: Random, person: Person, day: number, period: Period, zones: ZoneOffsets): PlannedSession {
  const date = period.firstDay + day;
  const localMs = date * DAY_MS + drawTimeOfDay(random, weekdayOf(date));
  const usesSecond = person.devices.length === 2 && random.chance(0.3);
  return {
    startMs: Math.round(localMs - zones.at(person.timezone, date)),
    device: usesSecond ? 1 : 0,
    isArrival: false,
  };
}

/** Whether someone had signed up long before the period began. */
export const hasSignedUpBefore = (seed: number, { signsUp, arrivalDay, index }: Person): boolean =>
  signsUp && arrivalDay < 0 && new Random(seed, index, 3).chance(0.9);

/** Seed of everything that happens in one session. */
export const sessionRandom = (seed: number, person: number, ordinal: number): Random =>
  new Random(seed, person, 16 + ordinal);
