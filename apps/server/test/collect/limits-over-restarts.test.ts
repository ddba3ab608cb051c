import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultPlans } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  const onOffer = Object.entries(defaultPlans).map(([name, plan]) => ({
    name,
    requests_per_minute: plan.requestsPerMinute,
    events_per_minute: plan.eventsPerMinute,
    events_per_day: plan.eventsPerDay,
  }));
  const day = { name: 'small-day', requests_per_minute: 5_000, events_per_minute: 10_000, events_per_day: 300 };
  const init = { method: 'PUT', key: server.bootstrap.operator_token };
  expect((await server.post('/v1/plans', { plans: [...onOffer, day] }, init)).status).toBe(200);
});
afterAll(() => server.dispose());

const batchOf = (count: number) => ({ batch: Array.from({ length: count }, () => ({ event: 'a' })) });

interface Use {
  readonly used: number;
  readonly resets_in_seconds: number;
}

async function usedToday(project: TestProject): Promise<Use> {
  await server.waitForStore();
  return (await project.get('/v1/usage')).data<{ events_today: Use }>().events_today;
}

const savedAt = async (): Promise<number> => {
  const text = await readFile(join(server.dataDir, 'limits.json'), 'utf8').catch(() => '{"at":0}');
  return (JSON.parse(text) as { at: number }).at;
};

test('the events of a day are counted on after an orderly stop, and the day ends when it would have', async () => {
  const project = await TestProject.create(server, 'small-day');
  expect((await project.ingest(batchOf(100))).status).toBe(202);
  const before = await usedToday(project);
  expect(await server.stop()).toBe(0);
  await server.restart();
  const after = await usedToday(project);
  expect(after.used).toBe(100);
  expect(after.resets_in_seconds).toBeLessThanOrEqual(before.resets_in_seconds);
  expect(after.resets_in_seconds).toBeGreaterThan(before.resets_in_seconds - 120);
});

test('no kill lets through more than the day holds', async () => {
  const project = await TestProject.create(server, 'small-day');
  let accepted = 0;
  const send = async (events: number): Promise<number> => {
    const { status } = await project.ingest(batchOf(events));
    if (status === 202) accepted += events;
    return status;
  };
  expect(await send(50)).toBe(202);
  // A first write, so that what follows is known from the log only.
  const before = await savedAt();
  await waitUntil(async () => (await savedAt()) > before);
  expect(await send(50)).toBe(202);
  for (let round = 0; round < 3; round += 1) {
    await server.restart();
    expect((await usedToday(project)).used).toBe(accepted);
    expect(await send(60)).toBe(202);
  }
  await server.restart();
  expect(accepted).toBe(280);
  expect(await send(21)).toBe(429);
  expect(await send(20)).toBe(202);
  expect(await send(1)).toBe(429);
});
