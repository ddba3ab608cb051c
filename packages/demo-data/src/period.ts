import { incident } from './behaviour.ts';
import { weekdayOf, weekdayWeights } from './local-time.ts';
import type { Random } from './random.ts';
import { DAY_MS, HOUR_MS } from './units.ts';

/** People came before the period began, too: those who stayed are the base on its first day. */
const earlierDays = 150;
/** New people a day grow by this much each day. */
const dailyGrowth = 0.007;
/** A campaign on social networks, in days before the end. */
const campaign = { fromDaysBeforeEnd: 52, toDaysBeforeEnd: 46, factor: 2.6 };

export interface Arrival {
  /** Day of the period; negative for those who came before it. */
  readonly day: number;
  readonly isOfCampaign: boolean;
}

/** The days that are reported about, and when people arrive in them. */
export class Period {
  readonly untilMs: number;
  readonly days: number;
  /** Days since 1970, in UTC; the last one ends with `untilMs` in it. */
  readonly firstDay: number;
  readonly #arrivalsUpTo: Float64Array;

  constructor(untilMs: number, days: number) {
    this.untilMs = untilMs;
    this.days = days;
    this.firstDay = Math.floor(untilMs / DAY_MS) - days + 1;
    this.#arrivalsUpTo = new Float64Array(earlierDays + days);
    let sum = 0;
    for (let at = 0; at < this.#arrivalsUpTo.length; at += 1) {
      sum += this.#arrivalWeight(at - earlierDays);
      this.#arrivalsUpTo[at] = sum;
    }
  }

  daysBeforeEnd(ms: number): number {
    return (this.untilMs - ms) / DAY_MS;
  }

  isIncident(ms: number): boolean {
    const hours = ms / HOUR_MS - (this.firstDay + this.days - 1 - incident.daysBeforeLast) * 24;
    return hours >= incident.fromHour && hours < incident.toHour;
  }

  drawArrival(random: Random): Arrival {
    const upTo = this.#arrivalsUpTo;
    const wanted = random.share() * (upTo.at(-1) as number);
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    const day = low - earlierDays;
    return { day, isOfCampaign: this.#isCampaign(day) && random.chance(1 - 1 / campaign.factor) };
  }

  #arrivalWeight(day: number): number {
    const weekday = weekdayWeights[weekdayOf(this.firstDay + day) as 0];
    const boost = this.#isCampaign(day) ? campaign.factor : 1;
    return Math.exp(dailyGrowth * day) * Math.sqrt(weekday) * boost;
  }

  #isCampaign(day: number): boolean {
    const left = this.days - 1 - day;
    return left <= campaign.fromDaysBeforeEnd && left >= campaign.toDaysBeforeEnd;
  }
}
