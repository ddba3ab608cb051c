import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { behaviour } from './behaviour.ts';
import type { DemoBatch, DemoItem } from './demo-item.ts';
import { demoBatches, demoStream, type StreamOptions } from './demo-stream.ts';

const untilMs = Date.parse('2026-11-15T18:00:00.000Z');
const options: StreamOptions = { events: 3_000, seed: 7, untilMs };
/** Enough of it for what is seldom. */
const long = [...demoStream({ ...options, events: 20_000 })];
const longBatches = long.filter((item) => item.kind === 'events');

interface WireEvent {
  readonly event_id: string;
  readonly timestamp: string;
  readonly properties: unknown;
  readonly context?: { readonly user: { readonly id?: string }; readonly device: { readonly id: string } };
}
interface WireBody {
  readonly batch: readonly WireEvent[];
  readonly context?: WireEvent['context'];
}

const hashOf = (items: Iterable<DemoItem>): string => {
  const hash = createHash('sha256');
  for (const item of items) hash.update(JSON.stringify(item));
  return hash.digest('hex');
};
const isFirst = ({ isResent }: DemoBatch): boolean => !isResent;
const bodyOf = ({ body }: { readonly body: string }): WireBody => JSON.parse(body) as WireBody;
const eventsOf = (batches: Iterable<DemoBatch>): WireEvent[] =>
  [...batches].filter(isFirst).flatMap((batch) => {
    const { batch: events, context } = bodyOf(batch);
    return events.map((event) => (context === undefined ? event : { ...event, context }));
  });

test('the same options give the same items to the byte', () => {
  expect(hashOf(demoStream(options))).toBe(hashOf(demoStream(options)));
});

test('another seed, another end and another length of the period each give another story', () => {
  const hashes = [
    options,
    { ...options, seed: 8 },
    { ...options, untilMs: untilMs + 60_000 },
    { ...options, days: 60 },
  ].map((each) => hashOf(demoStream(each)));
  expect(new Set(hashes).size).toBe(4);
});

for (const events of [1, 100, 101, 4_321]) {
  test(`exactly ${events} events are made, each with an id of its own`, () => {
    const made = eventsOf(demoBatches({ ...options, events }));
    expect(made.length).toBe(events);
    expect(new Set(made.map(({ event_id: id }) => id)).size).toBe(events);
  });
}

test('the batches alone are the batches of the whole stream', () => {
  const ofStream = [...demoStream(options)].filter((item) => item.kind === 'events');
  expect(hashOf(demoBatches(options))).toBe(hashOf(ofStream));
});

test('batches that share a context hold the same events as those in which each event has its own', () => {
  const inOrder = (events: WireEvent[]) => events.map((event) => JSON.stringify(event));
  const shared = [...demoBatches({ ...options, contexts: 'shared' })];
  expect(shared.filter(isFirst).every((batch) => bodyOf(batch).context !== undefined)).toBe(true);
  expect(inOrder(eventsOf(shared))).toEqual(inOrder(eventsOf(demoBatches(options))));
});

test('nothing is earlier than the period or later than its end, but for devices whose clock is wrong', () => {
  const dayMs = 86_400_000;
  const times = eventsOf(longBatches)
    .map(({ timestamp }) => Date.parse(timestamp))
    .filter((ms) => !Number.isNaN(ms));
  const outside = times.filter((ms) => ms > untilMs || ms < untilMs - 91 * dayMs);
  expect(outside.length / times.length).toBeLessThan(behaviour.wrongClocks);
  expect(Math.max(...times)).toBeLessThan(untilMs + dayMs);
  expect(Math.max(...times)).toBeGreaterThan(untilMs - dayMs);
  expect(Math.min(...times)).toBeLessThan(untilMs - 88 * dayMs);
});

test('batches that are sent again were there before, unchanged', () => {
  const seen = new Set<string>();
  let resent = 0;
  for (const { body, isResent } of longBatches) {
    if (isResent) {
      resent += 1;
      expect(seen.has(body)).toBe(true);
    }
    seen.add(body);
  }
  expect(resent).toBeGreaterThan(0);
});

test('broken events are as many as the batches say', () => {
  const batches = longBatches.filter(isFirst);
  const broken = eventsOf(batches).filter(
    ({ timestamp, properties }) => Number.isNaN(Date.parse(timestamp)) || typeof properties === 'string',
  );
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.length).toBe(batches.reduce((sum, batch) => sum + batch.broken, 0));
});

test('a device is registered before its user is named, and both before the user stands in its events', () => {
  const registered = new Set<string>();
  const identified = new Set<string>();
  const named = new Set<string>();
  for (const item of long) {
    if (item.kind === 'register') registered.add(item.deviceId);
    if (item.kind === 'identify') {
      expect(registered.has(item.deviceId)).toBe(true);
      identified.add(item.deviceId);
    }
    if (item.kind !== 'events') continue;
    for (const { context } of bodyOf(item).batch) if (context?.user.id !== undefined) named.add(context.device.id);
  }
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((id) => !identified.has(id))).toEqual([]);
});

const wrong: { name: string; options: Partial<StreamOptions> }[] = [
  { name: 'no events', options: { events: 0 } },
  { name: 'a fraction of an event', options: { events: 1.5 } },
  { name: 'a negative seed', options: { seed: -1 } },
  { name: 'an end that is no time', options: { untilMs: Number.NaN } },
  { name: 'a period of a day', options: { days: 1 } },
];
for (const { name, options: bad } of wrong) {
  test(`${name} is refused`, () => {
    expect(() => demoStream({ ...options, ...bad }).next()).toThrow(RangeError);
  });
}
