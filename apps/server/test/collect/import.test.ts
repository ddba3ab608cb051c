import { limits } from '@lamppost/protocol';
import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  // The smallest plan: 1,000 events a minute.
  key = (await server.createProject(`history-${Date.now()}`, 'free')).keys.production.secret;
});

const history = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    event: 'paid',
    event_id: `h-${from + index}`,
    timestamp: new Date(Date.UTC(2019, 0, 1) + (from + index) * 60_000).toISOString(),
    context: { user: { id: `u-${index % 7}` } },
  }));
const send = (batch: readonly unknown[], as = key) => server.post('/v1/import', { batch }, { key: as });

test('a batch of history beyond the events of the plan is taken, keeps its times, and counts once', async () => {
  for (const _ of [1, 2]) {
    const response = await send(history(limits.importEvents));
    expect([response.status, await response.json()]).toEqual([202, { data: { accepted: limits.importEvents } }]);
  }
  await server.waitForCount(limits.importEvents, '', key);
  const { data } = await server.json<{ data: { timestamp: string }[] }>('/v1/events?limit=1', { key });
  expect(data[0]?.timestamp).toBe('2019-01-04T11:19:00.000Z');
  // Clients still have their whole minute.
  const live = await server.post('/v1/ingest', { batch: [{ event: 'live' }] }, { key });
  expect(live.headers.get('RateLimit')).toMatch(/"events";r=999;/);
});

test('wrong events are named with their index, and cost nobody else anything', async () => {
  const batch: object[] = history(1000, 10_000);
  batch[900] = { ...batch[900], timestamp: '2019-13-01' };
  const answer = (await (await send(batch)).json()) as { data: { accepted: number; rejected: object[] } };
  expect(answer.data.accepted).toBe(999);
  expect(answer.data.rejected).toMatchObject([{ index: 900, event: 'paid', event_id: 'h-10900' }]);
});

test('too many events are refused whole, and so are keys of clients', async () => {
  const many = await send(history(limits.importEvents + 1));
  expect([many.status, JSON.stringify(await many.json())]).toEqual([
    400,
    expect.stringContaining(`must hold at most ${limits.importEvents} events`),
  ]);
  expect((await send(history(1), server.keys.publishable)).status).toBe(403);
  expect((await send(history(1), server.keys.dev)).status).toBe(403);
});
