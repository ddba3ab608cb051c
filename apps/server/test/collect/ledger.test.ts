import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wire } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

type Ledger = Wire['LedgerAnswer']['data'];

let server: TestServer;
beforeAll(async () => {
  server = await withPlan();
});
afterAll(() => server.dispose());

/** With a plan on offer that allows many requests and 1,000 events a minute. */
async function withPlan(): Promise<TestServer> {
  const started = await TestServer.start();
  await started.waitForStore();
  const init = { method: 'PUT', key: started.bootstrap.operator_token };
  const { data } = await started.json<{ data: object[] }>('/v1/plans', { key: init.key });
  const plan = { name: 'few-events', requests_per_minute: 5_000, events_per_minute: 1_000, events_per_day: 100_000 };
  expect((await started.post('/v1/plans', { plans: [...data, plan] }, init)).status).toBe(200);
  return started;
}

/** Waits until so many items are in the ledger. */
async function ledgerOf(project: TestProject, received: number, query = ''): Promise<Ledger> {
  let ledger: Ledger | undefined;
  await waitUntil(async () => {
    const response = await project.get(`/v1/usage/ledger${query}`);
    if (response.status === 503) return false;
    expect(response.status).toBe(200);
    ledger = response.data<Ledger>();
    return ledger.totals.received >= received;
  }).catch(() => {
    throw new Error(`Expected ${received} received, found ${JSON.stringify(ledger)}`);
  });
  return ledger as Ledger;
}

const nothing = {
  received: 0,
  stored: 0,
  duplicate: 0,
  rejected: 0,
  rejected_by_reason: {},
  limited: 0,
  invalid: 0,
  invalid_by_reason: {},
  failed: 0,
  failed_by_kind: { quarantined: 0, poison: 0, damaged: 0 },
  erased: 0,
  replayed: 0,
};

test('a project to which nothing was sent has an empty ledger of the last 24 hours', async () => {
  const project = await TestProject.create(server);
  const ledger = (await project.get('/v1/usage/ledger')).data<Ledger>();
  expect(ledger).toMatchObject({ kind: 'events', interval: 'hour', rows: [], totals: nothing, balanced: true });
  expect(Date.parse(ledger.to) - Date.parse(ledger.from)).toBe(86_400_000);
});

test('every event that was read is in it, under one outcome, and it adds up', async () => {
  const project = await TestProject.create(server, 'few-events');
  const batch = [{ event: 'a', event_id: 'same' }, { event: 'b', event_id: 'same' }, { event: 'c' }, { event: 7 }];
  expect((await project.ingest({ batch })).status).toBe(202);
  expect((await project.ingest({ batch: [{ event: 'again', event_id: 'same' }] })).status).toBe(202);
  expect((await project.ingest({ batch: [{ event: '' }, 5] })).status).toBe(400);
  expect((await project.ingest('{"batch":')).status).toBe(400);
  expect((await project.ingest({ batch: Array.from({ length: 101 }, () => ({ event: 'd' })) })).status).toBe(400);
  const full = { batch: Array.from({ length: 100 }, () => ({ event: 'e' })) };
  for (let count = 0; count < 9; count += 1) expect((await project.ingest(full)).status).toBe(202);
  expect((await project.ingest(full)).status).toBe(429);
  const ledger = await ledgerOf(project, 5 + 2 + 1 + 101 + 1_000);
  expect(ledger.totals).toEqual({
    ...nothing,
    received: 1_109,
    stored: 902,
    duplicate: 2,
    rejected: 1,
    rejected_by_reason: { 'event must be a string of 1 to 256 characters without control characters': 1 },
    limited: 100,
    invalid: 104,
    invalid_by_reason: { name_missing: 1, not_an_object: 1, body_invalid: 102 },
  });
  expect(ledger.balanced).toBe(true);
  expect(ledger.rows.reduce((sum, row) => sum + row.received, 0)).toBe(1_109);
});

test('of very many rejected metrics the first thousand are listed and kept, the others counted by reason', async () => {
  const project = await TestProject.create(server);
  const good = { metric_type: 'span', metric_name: 'checkout', value_ms: 1 };
  const batch = [good, ...Array.from({ length: 3_000 }, () => 0), ...Array.from({ length: 2_000 }, () => ({})), good];
  const response = await project.post('/v1/performance/ingest', { batch });
  const { rejected, ...answer } = response.data<{ rejected: { index: number; reason: string }[] }>();
  expect([response.status, answer]).toEqual([202, { accepted: 2, rejected_count: 5_000 }]);
  expect(rejected.map(({ index }) => index)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1));

  const ledger = await ledgerOf(project, 5_002, '?kind=metrics');
  expect(ledger.totals).toMatchObject({ received: 5_002, stored: 2, rejected: 1_000, invalid: 4_000 });
  expect(ledger.totals.invalid_by_reason).toEqual({ not_an_object: 2_000, metric_type_invalid: 2_000 });
  expect(ledger.balanced).toBe(true);
});

test('reports and metrics have ledgers of their own', async () => {
  const project = await TestProject.create(server);
  await project.post('/v1/crashes/report', { platform: 'ios', exception_type: 'E' });
  await project.post('/v1/crashes/report', { exception_type: 'E' });
  const metric = { metric_type: 'span', metric_name: 'm', value_ms: 1 };
  await project.post('/v1/performance/ingest', { batch: [metric, metric, { ...metric, value_ms: 'slow' }] });
  await project.post('/v1/performance/ingest', { batch: [] });
  const crashes = await ledgerOf(project, 2, '?kind=crashes');
  expect(crashes.totals).toMatchObject({ received: 2, stored: 1, invalid: 1 });
  const metrics = await ledgerOf(project, 4, '?kind=metrics');
  expect(metrics.totals).toMatchObject({ received: 4, stored: 2, rejected: 1, invalid: 1 });
  expect((await ledgerOf(project, 0)).totals).toEqual(nothing);
});

test('environments have rows of their own, and other projects see nothing of them', async () => {
  const [project, other] = [await TestProject.create(server), await TestProject.create(server)];
  await project.ingest({ batch: [{ event: 'a' }] });
  await project.ingest({ batch: [{ event: 'a' }, { event: 'b' }] }, { key: project.keys.development.publishable });
  const ledger = await ledgerOf(project, 3);
  expect(new Set(ledger.rows.map((row) => row.environment_id)).size).toBe(2);
  expect((await ledgerOf(project, 2, '?environment_id=development')).totals.received).toBe(2);
  expect((await ledgerOf(other, 0)).rows).toEqual([]);
  expect((await project.get('/v1/usage/ledger?environment_id=nowhere')).status).toBe(404);
});

test('days hold their hours; what lies outside the asked time is left out', async () => {
  const project = await TestProject.create(server);
  await project.ingest({ batch: [{ event: 'a' }] });
  await ledgerOf(project, 1);
  const day = await ledgerOf(project, 1, '?interval=day');
  expect(day.rows[0]?.hour).toMatch(/T00:00:00\.000Z$/);
  const before = await project.get('/v1/usage/ledger?from=2026-01-01T00:10:00Z&to=2026-01-02T00:00:01Z');
  expect(before.data<Ledger>()).toMatchObject({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-02T01:00:00.000Z',
    rows: [],
  });
});

test('a time that is none, turned round or too long is refused', async () => {
  const project = await TestProject.create(server);
  const statusOf = async (query: string) => (await project.get(`/v1/usage/ledger?${query}`)).status;
  expect(await statusOf('from=yesterday')).toBe(400);
  expect(await statusOf('from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).toBe(400);
  expect(await statusOf('from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z')).toBe(200);
  expect(await statusOf('from=2026-01-01T00:00:00Z&to=2026-02-03T00:00:00Z')).toBe(400);
  expect(await statusOf('interval=week')).toBe(400);
  expect(await statusOf('kind=pages')).toBe(400);
});

test('a kill, a stop in order and a store that is built anew leave it as it was, and what was only counted is there', async () => {
  const project = await TestProject.create(server, 'few-events');
  const full = { batch: Array.from({ length: 100 }, (_, n) => ({ event: 'e', event_id: `${n % 90}` })) };
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await project.ingest(full)).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const before = await ledgerOf(project, 1_100);
  expect(before.totals).toMatchObject({ received: 1_100, stored: 90, duplicate: 910, limited: 100 });
  await server.restart();
  expect((await ledgerOf(project, 1_100)).rows).toEqual(before.rows);

  const counting = await TestProject.create(server);
  await counting.ingest('no JSON');
  expect(await server.stop()).toBe(0);
  await rm(join(server.dataDir, 'store'), { recursive: true });
  await server.restart();
  expect((await ledgerOf(project, 1_100)).rows).toEqual(before.rows);
  expect((await ledgerOf(counting, 1)).totals.invalid_by_reason).toEqual({ body_invalid: 1 });
  const metrics = await ApiResponse.of(server.request('/metrics', { key: null }));
  expect(metrics.text).toContain('lamppost_ledger_unbalanced_items 0');
});
