import type { Ruleset } from '@lamppost/evaluator';
import { beforeAll, describe, expect, test } from 'vitest';
import { behaviour, incident } from './behaviour.ts';
import {
  cardsExperiment,
  cardsTreatment,
  checkoutExperiment,
  checkoutTreatment,
  sameExperiment,
} from './demo-experiments.ts';
import { crashingFlag } from './demo-rules.ts';
import { demoBatches, demoStream } from './demo-stream.ts';
import { deviceModels } from './device-models.ts';
import { weekdayWeights } from './local-time.ts';
import { badVersion } from './releases.ts';
import { offlineRuleset } from './rules-over-time.ts';
import { DAY_MS } from './units.ts';

const untilMs = Date.parse('2026-11-15T23:59:00.000Z');

interface Told {
  readonly name: string;
  readonly atMs: number;
  readonly userId: string | undefined;
  readonly anonymousId: string;
  readonly sessionId: string;
  readonly platform: string;
  readonly timezone: string;
  readonly version: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly variants: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, unknown>>;
}
interface Crash {
  readonly exception_type: string;
  readonly app_version: string;
  readonly platform: string;
  readonly active_flags: Readonly<Record<string, unknown>>;
}
interface Metric {
  readonly metric_name: string;
  readonly value_ms: number;
  readonly context: { readonly device_model: string; readonly app_version: string };
}

const events: Told[] = [];
const byName = new Map<string, Told[]>();
const users = new Map<string, string>();
const crashes: Crash[] = [];
const metrics: Metric[] = [];
/** By user. */
const devices = new Map<string, Set<string>>();
let registrations = 0;

/** As it is sent. */
interface SentEvent {
  readonly event?: string;
  readonly type?: string;
  readonly timestamp: string;
  readonly properties: Told['properties'];
  readonly context: {
    readonly user: { readonly id?: string; readonly anonymous_id: string };
    readonly device: { readonly platform: string; readonly timezone: string };
    readonly app: { readonly version: string };
    readonly session: { readonly id: string };
    readonly flags: Told['flags'];
    readonly experiments?: Told['variants'];
  };
}

function told(event: SentEvent): Told {
  const { user, device, app, session, flags, experiments = {} } = event.context;
  return {
    name: event.event ?? `$${event.type}`,
    atMs: Date.parse(event.timestamp),
    userId: user.id,
    anonymousId: user.anonymous_id,
    sessionId: session.id,
    platform: device.platform,
    timezone: device.timezone,
    version: app.version,
    flags,
    variants: experiments,
    properties: event.properties,
  };
}

beforeAll(() => {
  for (const item of demoStream({ events: 120_000, seed: 3, untilMs })) {
    if (item.kind === 'register') registrations += 1;
    if (item.kind === 'identify') {
      const { user_id: user } = JSON.parse(item.body);
      devices.set(user, (devices.get(user) ?? new Set()).add(item.deviceId));
    }
    if (item.kind === 'crash') crashes.push(JSON.parse(item.body));
    if (item.kind === 'metrics') metrics.push(...JSON.parse(item.body).batch);
    if (item.kind !== 'events' || item.isResent) continue;
    for (const event of JSON.parse(item.body).batch.map(told) as Told[]) {
      if (Number.isNaN(event.atMs)) continue;
      events.push(event);
      byName.set(event.name, byName.get(event.name) ?? []);
      byName.get(event.name)?.push(event);
      if (event.userId !== undefined) users.set(event.anonymousId, event.userId);
    }
  }
});

/** As the store counts: what someone did before signing up is theirs, too. */
const personOf = ({ userId, anonymousId }: Told): string => userId ?? users.get(anonymousId) ?? anonymousId;
const named = (name: string): Told[] => byName.get(name) ?? [];
const distinct = <T>(list: readonly Told[], of: (event: Told) => T): Set<T> => new Set(list.map(of));
const countBy = <K>(list: readonly Told[], of: (event: Told) => K): Map<K, number> => {
  const counts = new Map<K, number>();
  for (const event of list) counts.set(of(event), (counts.get(of(event)) ?? 0) + 1);
  return counts;
};
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

describe('seasons', () => {
  test('Sundays and Mondays are the busiest days, the middle of the week the quietest, as much as is documented', () => {
    const starts = named('$session_start').filter(({ timezone }) => timezone === 'Europe/Berlin');
    const lastWeeks = starts.filter(({ atMs }) => atMs > untilMs - 84 * DAY_MS);
    const byWeekday = countBy(lastWeeks, ({ atMs }) => new Date(atMs).getUTCDay());
    const share = (day: number): number => ((byWeekday.get(day) ?? 0) * 7) / lastWeeks.length;
    const mean = weekdayWeights.reduce((sum, weight) => sum + weight, 0) / 7;
    for (const [day, weight] of weekdayWeights.entries())
      expect(Math.abs(share(day) - weight / mean)).toBeLessThan(0.3);
    expect(share(0)).toBeGreaterThan(share(3) * 1.2);
    expect(share(1)).toBeGreaterThan(share(3));
  });

  test('the hours before dinner are the busiest in every time zone', () => {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Europe/London']) {
      const hour = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hour12: false });
      const starts = named('$session_start').filter((event) => event.timezone === timezone);
      const byHour = countBy(starts, ({ atMs }) => Number(hour.format(atMs)) % 24);
      const between = (from: number, to: number): number =>
        Array.from({ length: to - from }, (_, at) => byHour.get(from + at) ?? 0).reduce((sum, each) => sum + each, 0);
      expect(between(17, 20) / starts.length).toBeGreaterThan(0.22);
      expect(between(1, 5) / starts.length).toBeLessThan(0.03);
    }
  });

  test('the product grows: the last weeks have more people a day than the first', () => {
    const daily = (from: number): number =>
      distinct(
        events.filter(({ atMs }) => atMs > untilMs - from * DAY_MS && atMs <= untilMs - (from - 14) * DAY_MS),
        (event) => `${personOf(event)} ${Math.floor(event.atMs / DAY_MS)}`,
      ).size / 14;
    expect(daily(14) / daily(89)).toBeGreaterThan(1.4);
  });
});

describe('people', () => {
  test('the busiest tenth makes about half of the events', () => {
    const counts = [...countBy(events, personOf).values()].sort((a, b) => b - a);
    const top = counts.slice(0, Math.ceil(counts.length / 10)).reduce((sum, count) => sum + count, 0);
    expect(top / events.length).toBeGreaterThan(0.45);
    expect(top / events.length).toBeLessThan(0.65);
  });

  test('fewer come back with every week, and some remain', () => {
    const arrivedAt = new Map(
      named('$session_start')
        .filter(({ properties }) => properties.is_first === true)
        .map((event) => [personOf(event), event.atMs]),
    );
    const weeks = new Map<string, Set<number>>();
    for (const event of events) {
      const arrived = arrivedAt.get(personOf(event));
      if (arrived === undefined) continue;
      const seen = weeks.get(personOf(event)) ?? new Set();
      weeks.set(personOf(event), seen.add(Math.floor((event.atMs - arrived) / (7 * DAY_MS))));
    }
    const early = [...arrivedAt].filter(([, atMs]) => atMs < untilMs - 42 * DAY_MS).map(([person]) => person);
    const retention = [1, 2, 3, 4, 5].map(
      (week) => early.filter((one) => weeks.get(one)?.has(week)).length / early.length,
    );
    expect(retention).toEqual(retention.toSorted((a, b) => b - a));
    expect(retention[0]).toBeGreaterThan(0.18);
    expect(retention[0]).toBeLessThan(0.4);
    expect(retention[4]).toBeGreaterThan(0.05);
  });

  test('some never sign up, some do later, some have two devices', () => {
    expect([...devices.values()].filter(({ size }) => size === 2).length).toBeGreaterThan(5);
    expect(registrations).toBeGreaterThan(devices.size * 1.5);
  });
});

describe('the funnel', () => {
  const steps = ['$session_start', 'recipe_viewed', 'cart_item_added', 'checkout_started', 'purchase'];
  const reached = (platform: string): number[] =>
    steps.map(
      (name) =>
        distinct(
          named(name).filter((event) => event.platform === platform),
          ({ sessionId }) => sessionId,
        ).size,
    );

  test('every step loses some, on every platform', () => {
    for (const platform of ['ios', 'android', 'web']) {
      const sessions = reached(platform);
      expect(sessions).toEqual(sessions.toSorted((a, b) => b - a));
      expect((sessions[4] as number) / (sessions[0] as number)).toBeGreaterThan(0.01);
    }
  });

  test('iOS buys most, the web least, by the documented rates', () => {
    const rate = (platform: string): number => (reached(platform)[4] as number) / (reached(platform)[0] as number);
    expect(rate('ios')).toBeGreaterThan(rate('android'));
    expect(rate('android')).toBeGreaterThan(rate('web'));
  });

  test('a basket goes to the checkout as often as is documented', () => {
    for (const platform of ['ios', 'android'] as const) {
      const carts = distinct(
        events.filter((event) => event.platform === platform && event.properties.name === 'cart'),
        ({ sessionId }) => sessionId,
      ).size;
      expect((reached(platform)[3] as number) / carts).toBeCloseTo(behaviour.checkoutRate[platform], 1);
    }
  });
});

describe('experiments', () => {
  /** The offline rules with everybody in one variant. */
  const allIn = (key: string, variant: string): Ruleset => {
    const ruleset = offlineRuleset();
    const experiments = ruleset.experiments.map((experiment) =>
      experiment.key === key
        ? { ...experiment, traffic_pct: 100, variants: [{ key: variant, weight: 100, payload: {} }] }
        : experiment,
    );
    return { ...ruleset, experiments };
  };
  /** Purchases of each checkout, in a period in which the experiments always run. */
  const completion = (ruleset: Ruleset, events: number): number => {
    let [started, finished] = [0, 0];
    for (const { body, isResent } of demoBatches({ events, seed: 3, untilMs, days: 28, ruleset, contexts: 'shared' })) {
      if (isResent) continue;
      started += body.split('"event":"checkout_started"').length - 1;
      finished += body.split('"event":"purchase"').length - 1;
    }
    return finished / started;
  };

  test('the same people finish as many more checkouts with the treatment as is documented', () => {
    const treated = completion(allIn(checkoutExperiment, checkoutTreatment), 100_000);
    const lift = treated / completion(allIn(checkoutExperiment, 'control'), 100_000) - 1;
    expect(Math.abs(lift - behaviour.checkoutLift)).toBeLessThan(0.04);
  });

  test('comparing a thing with itself shows nothing', () => {
    const [a, b] = [completion(allIn(sameExperiment, 'a'), 10_000), completion(allIn(sameExperiment, 'b'), 10_000)];
    expect(a).toBeGreaterThan(0.3);
    expect(b).toBe(a);
  });

  test('larger recipe cards make people save more, by about as much as is documented, and then everybody has them', () => {
    const exposed = named('$experiment_exposure').filter(
      ({ properties }) => properties.experiment_key === cardsExperiment,
    );
    const savedIn = (variant: string): number => {
      const sessions = distinct(
        exposed.filter(({ properties }) => properties.variant_key === variant),
        ({ sessionId }) => sessionId,
      );
      return named('recipe_saved').filter(({ sessionId }) => sessions.has(sessionId)).length / sessions.size;
    };
    const lift = savedIn(cardsTreatment) / savedIn('compact') - 1;
    expect(Math.abs(lift - behaviour.savingLift)).toBeLessThan(0.25);
    const since = events.filter(({ atMs }) => atMs > untilMs - 25 * DAY_MS && atMs <= untilMs);
    expect(new Set(since.map(({ variants }) => variants[cardsExperiment]))).toEqual(new Set([cardsTreatment]));
    expect(exposed.filter(({ atMs }) => atMs > untilMs - 24 * DAY_MS && atMs <= untilMs)).toEqual([]);
  });

  test('in the story as it is, the treatment is ahead and halves are halves', () => {
    const exposed = named('$experiment_exposure').filter(
      ({ properties }) => properties.experiment_key === checkoutExperiment,
    );
    const bought = distinct(named('purchase'), ({ sessionId }) => sessionId);
    const of = (variant: string) => exposed.filter(({ properties }) => properties.variant_key === variant);
    const rate = (variant: string): number =>
      of(variant).filter(({ sessionId }) => bought.has(sessionId)).length / of(variant).length;
    expect(rate(checkoutTreatment)).toBeGreaterThan(rate('control'));
    const people = (variant: string): number => distinct(of(variant), personOf).size;
    expect(people(checkoutTreatment) / (people('control') + people(checkoutTreatment))).toBeCloseTo(0.5, 1);
    expect(exposed.every(({ variants, properties }) => variants[checkoutExperiment] === properties.variant_key)).toBe(
      true,
    );
  });
});

describe('trouble', () => {
  const mobile = (): Told[] => named('$session_start').filter(({ platform }) => platform !== 'web');
  const isPhotoCrash = ({ exception_type: type }: Crash): boolean => /OutOfMemoryError|EXC_BAD_ACCESS/.test(type);

  test('the crash of the photo search follows its flag', () => {
    const rate = (isOn: boolean): number =>
      crashes.filter((crash) => isPhotoCrash(crash) && crash.active_flags[crashingFlag] === isOn).length /
      mobile().filter(({ flags }) => flags[crashingFlag] === isOn).length;
    expect(rate(true) / behaviour.photoCrash.on).toBeGreaterThan(0.6);
    expect(rate(true) / behaviour.photoCrash.on).toBeLessThan(1.5);
    expect(rate(true)).toBeGreaterThan(rate(false) * 4);
  });

  test('the bad release crashes more than the others', () => {
    const rate = (isBad: boolean): number =>
      crashes.filter(({ app_version: version, platform }) => (version === badVersion) === isBad && platform !== 'web')
        .length / mobile().filter(({ version }) => (version === badVersion) === isBad).length;
    expect(rate(true)).toBeGreaterThan(rate(false) * 2);
  });

  test('cold starts are slower the older the device, and on the bad release', () => {
    const ageOf = new Map(
      [...deviceModels.ios, ...deviceModels.android].map(([{ model, age }]) => [model, age] as const),
    );
    const starts = metrics.filter(({ metric_name: name }) => name === 'cold_start');
    const of = (age: string, isBad: boolean): number =>
      median(
        starts
          .filter(
            ({ context }) => ageOf.get(context.device_model) === age && (context.app_version === badVersion) === isBad,
          )
          .map(({ value_ms: value }) => value),
      );
    for (const age of ['new', 'middle', 'old'] as const) {
      expect(of(age, false) / behaviour.coldStartMs[age]).toBeGreaterThan(0.9);
      expect(of(age, false) / behaviour.coldStartMs[age]).toBeLessThan(1.1);
    }
    expect(of('new', true) / of('new', false)).toBeGreaterThan(1.2);
  });

  test('payments fail on the evening of the incident, and seldom otherwise', () => {
    const lastDay = Math.floor(untilMs / DAY_MS);
    const from = (lastDay - incident.daysBeforeLast) * DAY_MS + incident.fromHour * 3_600_000;
    const isThen = ({ atMs }: Told): boolean => atMs >= from && atMs < from + 5 * 3_600_000;
    const failures = (isDuring: boolean): number => {
      const of = (name: string) => named(name).filter((event) => isThen(event) === isDuring).length;
      return of('payment_failed') / (of('payment_failed') + of('purchase'));
    };
    expect(failures(true)).toBeGreaterThan(0.3);
    expect(failures(false)).toBeLessThan(0.08);
  });

  test('a new version is taken up over days, and old ones never quite go away', () => {
    const share = (version: string, fromDays: number): number => {
      const week = mobile().filter(
        ({ atMs }) => atMs > untilMs - fromDays * DAY_MS && atMs <= untilMs - (fromDays - 4) * DAY_MS,
      );
      return week.filter((event) => event.version === version).length / week.length;
    };
    expect(share('4.10.0', 41)).toBeLessThan(0.35);
    expect(share('4.10.0', 30)).toBeGreaterThan(0.75);
    expect(share('4.10.0', 4)).toBeGreaterThan(0);
    expect(share('4.10.0', 4)).toBeLessThan(0.1);
  });
});
