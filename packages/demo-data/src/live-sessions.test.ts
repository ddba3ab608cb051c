import { expect, test } from 'vitest';
import { demoStream } from './demo-stream.ts';
import { LiveSessions, type TimedItem } from './live-sessions.ts';

const untilMs = Date.parse('2026-11-15T18:00:00.000Z');
const options = { events: 6_000, seed: 7, untilMs, days: 60 };
const nowMs = untilMs + 3_600_000;

/** One every three seconds. */
const manyFrom = (startMs: number, length = 200, sessions = new LiveSessions(options)): TimedItem[][] =>
  Array.from({ length }, (_, at) => sessions.begin(startMs + at * 3_000));
const registeredIn = (first: TimedItem | undefined): string =>
  first?.item.kind === 'register' ? first.item.deviceId : '';
const idsIn = (body: string): string[] => [...body.matchAll(/"event_id":"([^"]+)"/g)].map(([, id = '']) => id);
const idsOf = (told: readonly TimedItem[][]): string[] => told.flat().flatMap(({ item }) => idsIn(item.body));

test('sessions begin when they are asked for, and every time in them is one at which it can be sent', () => {
  for (const [at, items] of manyFrom(nowMs).entries()) {
    expect(items[0]?.atMs).toBe(nowMs + at * 3_000);
    expect(items.map(({ atMs }) => atMs)).toEqual(items.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  }
});

test('nothing has an id that the story has, or that was reported after an earlier start', () => {
  const ofStory = [...demoStream(options)].flatMap(({ body }) => idsIn(body));
  const first = idsOf(manyFrom(nowMs));
  const later = idsOf(manyFrom(nowMs + 900_000));
  const all = [...new Set(ofStory), ...first, ...later];
  expect(first.length).toBeGreaterThan(1_000);
  expect(new Set(all).size).toBe(all.length);
});

test('most are people of the story on their own devices; new ones register first', () => {
  const known = new Set<string>();
  for (const item of demoStream(options)) if (item.kind === 'register') known.add(item.deviceId);
  const told = manyFrom(nowMs);
  const isNew = told.filter(([first]) => registeredIn(first) !== '' && !known.has(registeredIn(first)));
  expect(isNew.length).toBeGreaterThan(10);
  expect(isNew.length).toBeLessThan(50);
  const registered = new Set([...known, ...isNew.map(([first]) => registeredIn(first))]);
  const devices = told.flat().flatMap(({ item }) => /"device":\{"id":"([^"]+)"/.exec(item.body)?.[1] ?? []);
  expect(devices.filter((id) => !registered.has(id))).toEqual([]);
});

test('crashes and metrics come too', () => {
  const kinds = new Set(manyFrom(nowMs, 1_500).flatMap((items) => items.map(({ item }) => item.kind)));
  expect(kinds).toContain('metrics');
  expect(kinds).toContain('crash');
});

test('days that nobody told are made up for: the same rhythm, and nothing outside of them', () => {
  const dayMs = 86_400_000;
  const [fromMs, toMs] = [untilMs + 2 * dayMs, untilMs + 16 * dayMs];
  const items = [...new LiveSessions(options).between(fromMs, toMs)];
  const batches = items.filter((item) => item.kind === 'events' && !item.isResent);
  const times = batches.flatMap(({ body }) =>
    (JSON.parse(body) as { batch: { timestamp: string }[] }).batch.map(({ timestamp }) => Date.parse(timestamp)),
  );
  const inside = times.filter((ms) => ms > fromMs && ms < toMs);
  expect(inside.length / times.length).toBeGreaterThan(0.97);
  const days = new Set(inside.map((ms) => Math.floor((ms - untilMs) / dayMs)));
  expect(days.size).toBe(14);
  const ids = batches.flatMap(({ body }) => idsIn(body));
  expect(new Set(ids).size).toBe(ids.length);
});

test('going on from an earlier moment gives the same sessions under the same ids', () => {
  const between = () => [...new LiveSessions(options).between(untilMs, untilMs + 86_400_000)].map(({ body }) => body);
  expect(between().length).toBeGreaterThan(0);
  expect(between()).toEqual(between());
});
