import { behaviour } from './behaviour.ts';
import { type DeviceModel, deviceModels, type Platform } from './device-models.ts';
import { type Market, markets } from './markets.ts';
import type { Period } from './period.ts';
import { Random, type Weighted } from './random.ts';
import type { UpdateHabit } from './releases.ts';
import { MINUTE_MS } from './units.ts';

export interface Device {
  readonly id: string;
  readonly anonymousId: string;
  readonly platform: Platform;
  readonly model: DeviceModel;
  readonly osVersion: string;
  readonly habit: UpdateHabit;
  /** How far its clock is ahead; mostly zero. */
  readonly clockSkewMs: number;
}

export interface Person {
  readonly index: number;
  readonly userId: string;
  readonly channel: string;
  readonly arrivalDay: number;
  /** Days after the arrival on which they are still interested; 0 for those who never come back. */
  readonly lifetimeDays: number;
  /** Probability of using the product on an ordinary day while interested. */
  readonly dailyRate: number;
  readonly favouriteWeekday: number;
  readonly market: Market;
  readonly locale: string;
  readonly timezone: string;
  readonly signsUp: boolean;
  readonly isSubscriber: boolean;
  readonly household: 'single' | 'couple' | 'family' | 'shared';
  readonly diets: readonly string[];
  readonly wantsNewsletter: boolean;
  /** How much of what they do is shopping; 1 is usual. */
  readonly buying: number;
  /** Evenly spread from 0 to 1; the lower, the more hurdles they put up with. */
  readonly reluctance: number;
  readonly devices: readonly [Device] | readonly [Device, Device];
}

const platforms: Weighted<Platform> = [
  ['ios', 42],
  ['android', 35],
  ['web', 23],
];
const mobileChannels: Weighted<string> = [
  ['app_store', 41],
  ['word_of_mouth', 21],
  ['search_ads', 18],
  ['referral', 11],
  ['influencer', 9],
];
const webChannels: Weighted<string> = [
  ['organic_search', 52],
  ['direct', 22],
  ['search_ads', 14],
  ['newsletter', 7],
  ['referral', 5],
];
/** Paid visitors leave sooner, invited ones stay. */
const staying: Readonly<Record<string, number>> = {
  paid_social: 0.55,
  search_ads: 0.8,
  influencer: 0.75,
  referral: 1.5,
  word_of_mouth: 1.3,
};
const households: Weighted<Person['household']> = [
  ['single', 31],
  ['couple', 30],
  ['family', 29],
  ['shared', 10],
];
const diets: Weighted<readonly string[]> = [
  [[], 61],
  [['vegetarian'], 18],
  [['vegan'], 8],
  [['gluten_free'], 5],
  [['lactose_free'], 5],
  [['vegetarian', 'gluten_free'], 3],
];

/** Everything about someone that does not change. The same seed and index are the same person, anyone who else exists. */
export function derivePerson(seed: number, index: number, period: Period): Person {
  const random = new Random(seed, index, 1);
  const arrival = period.drawArrival(random);
  const platform = random.weighted(platforms);
  const channel = arrival.isOfCampaign
    ? 'paid_social'
    : random.weighted(platform === 'web' ? webChannels : mobileChannels);
  const market = random.weighted(markets);
  // Few are there almost every day, most only now and then.
  const dailyRate = Math.min(0.93, random.logNormal(0.13, 1.05));
  const stays = staying[channel] ?? 1;
  const isOneDay = random.chance(1 - (1 - behaviour.oneDayOnly) * Math.min(1.4, stays));
  const lifetimeDays = isOneDay ? 0 : Math.ceil(random.logNormal(13 * stays * (0.6 + 2.5 * dailyRate), 1.5));
  const signsUp = random.chance(isOneDay ? behaviour.signsUp * 0.35 : behaviour.signsUp * (0.75 + dailyRate));
  const first = deriveDevice(random, platform);
  const hasSecond = signsUp && !isOneDay && random.chance(behaviour.hasSecondDevice);
  const second = deriveDevice(random, platform === 'web' ? random.pick(['ios', 'android'] as const) : 'web');
  return {
    index,
    userId: `user_${String(index + 1).padStart(6, '0')}`,
    channel,
    arrivalDay: arrival.day,
    lifetimeDays,
    dailyRate,
    favouriteWeekday: random.weighted([
      [0, 30],
      [6, 22],
      [1, 16],
      [5, 14],
      [4, 9],
      [2, 5],
      [3, 4],
    ]),
    market,
    locale: random.weighted(market.locales),
    timezone: random.weighted(market.timezones),
    signsUp,
    isSubscriber: signsUp && random.chance(behaviour.subscribes * (0.5 + 2 * dailyRate)),
    household: random.weighted(households),
    diets: random.weighted(diets),
    wantsNewsletter: random.chance(0.37),
    buying: random.logNormal(0.95, 0.5),
    reluctance: random.share(),
    devices: hasSecond ? [first, second] : [first],
  };
}

function deriveDevice(random: Random, platform: Platform): Device {
  const model = random.weighted(deviceModels[platform]);
  const isOld = model.age === 'old';
  // Most phones update themselves within days; some owners put it off for months, of old phones more than of new ones.
  const isReluctant = random.chance(isOld ? 0.3 : 0.11);
  const delayDays = random.exponential(isReluctant ? 45 : 1.6);
  return {
    id: `dev_${random.uuid()}`,
    anonymousId: random.uuid(),
    platform,
    model,
    osVersion: random.weighted(model.osVersions),
    habit: { platform, stage: random.share(), delayDays },
    clockSkewMs: random.chance(behaviour.wrongClocks) ? random.pick(wrongClocksMs) : 0,
  };
}

/** A few minutes either way, a zone set by hand, a day behind. */
const wrongClocksMs = [
  -7 * MINUTE_MS,
  4 * MINUTE_MS,
  11 * MINUTE_MS,
  -60 * MINUTE_MS,
  -120 * MINUTE_MS,
  -1440 * MINUTE_MS,
];
