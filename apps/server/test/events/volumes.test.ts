import { HOUR_MS } from '@lamppost/protocol';
import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
const fromMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 30 * HOUR_MS;
const iso = (hours: number): string => new Date(fromMs + hours * HOUR_MS).toISOString();
const range = `from=${iso(0)}&to=${iso(24)}`;

beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const event = (name: string, hours: number) => ({
    event: name,
    timestamp: iso(hours),
    context: { session: { id: hours < 5 ? 'early' : 'late' } },
  });
  const batch = [event('a', 0), event('a', 0.99), event('a', 23.5), event('b', 5), event('c', 24), event('c', -1)];
  await project.ingest({ batch });
  await project.events(batch.length);
});

interface Volumes {
  readonly events: readonly { event_name: string; count: number; series: readonly number[] }[];
  readonly has_more: boolean;
}

test('each name has its events of the range, in 24 equal parts of it, the most frequent first', async () => {
  const { events, has_more } = (await project.get(`/v1/events/volumes?${range}`)).data<Volumes>();
  expect(events.map(({ event_name, count }) => [event_name, count])).toEqual([
    ['a', 3],
    ['b', 1],
  ]);
  const parts = Array<number>(24).fill(0);
  expect(events[0]?.series).toEqual(parts.with(0, 2).with(23, 1));
  expect(events[1]?.series).toEqual(parts.with(5, 1));
  expect(has_more).toBe(false);
});

test('there may be more or fewer parts', async () => {
  const { events } = (await project.get(`/v1/events/volumes?${range}&buckets=2`)).data<Volumes>();
  expect(events.map(({ series }) => series)).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect((await project.get(`/v1/events/volumes?${range}&buckets=0`)).status).toBe(400);
  expect((await project.get(`/v1/events/volumes?${range}&buckets=101`)).status).toBe(400);
});

test('events of a session are listed and counted', async () => {
  const rows = (await project.get('/v1/events?session_id=early')).data<{ event: string; session_id: string }[]>();
  expect(rows.map(({ event }) => event)).toEqual(['a', 'a', 'c']);
  expect((await project.get('/v1/events/count?session_id=late')).data()).toEqual({ count: 3 });
  expect((await project.get("/v1/events?session_id=s'%20OR%201=1")).data()).toEqual([]);
});
