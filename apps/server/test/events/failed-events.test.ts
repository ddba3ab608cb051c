import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type FailedRow, TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_FAIL_POINTS: 'loader.poison=cursed' } });
  await server.waitForStore();
});
afterAll(() => server.dispose());
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface Failed extends FailedRow {
  readonly received_at: string;
  readonly replayed_at: string | null;
}

const strict = { properties: { required: ['amount'] }, mode: 'quarantine' };
const replay = (admin: Admin, id: string, query = '') => admin.call('POST', `/v1/events/failed/${id}/replay${query}`);
const replayAll = (admin: Admin, body?: object) => admin.call('POST', '/v1/events/failed/replay', body);

/** Events that were set apart, as rows. */
async function quarantine(project: TestProject, events: readonly object[], more: object = {}): Promise<Failed[]> {
  const admin = new Admin(project);
  await admin.done('PUT', '/v1/events/schemas/bought', strict);
  await project.ingest({ batch: events.map((event) => ({ event: 'bought', ...event })), ...more });
  return (await project.failedEvents(events.length)) as Failed[];
}
const replayedAt = async (project: TestProject): Promise<(string | null)[]> =>
  ((await project.failedEvents(1)) as Failed[]).map((row) => row.replayed_at);

describe.concurrent('a quarantined event', () => {
  test('is stored by a replay as it would have been, and says when', async ({ project, admin }) => {
    const context = { user: { id: 'u', anonymous_id: 'a' }, device: { id: 'd' }, session: { id: 's' } };
    const timestamp = new Date(Date.now() - 3_600_000).toISOString();
    const [row] = await quarantine(project, [{ event_id: 'one', timestamp, properties: { n: 1 } }], { context });
    const response = await replay(admin, row?.id ?? '');
    expect(response.status).toBe(202);
    expect(response.data<Failed>()).toEqual({ ...row, replayed_at: expect.any(String) });
    const stored = await project.event();
    expect(stored).toMatchObject({ event: 'bought', event_id: 'one', timestamp, context, properties: { n: 1 } });
    expect([stored.user_id, stored.received_at]).toEqual(['u', row?.received_at]);
    expect(await replayedAt(project)).toEqual([response.data<Failed>().replayed_at]);
  });

  test('is replayed once: again it is a conflict, before and after it is stored', async ({ project, admin }) => {
    const [row] = await quarantine(project, [{}]);
    const id = row?.id ?? '';
    const responses = await Promise.all([replay(admin, id), replay(admin, id.toUpperCase()), replay(admin, id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await project.events(1);
    const again = await replay(admin, id);
    expect([again.status, again.error.code, again.error.details?.reason]).toEqual([
      409,
      'CONFLICT',
      'ALREADY_REPLAYED',
    ]);
    await project.ingest({ batch: [{ event: 'mark' }] });
    await project.events(2);
  });

  test('keeps its id: the same event sent again, corrected or not, is a repeat', async ({ project, admin }) => {
    const [row] = await quarantine(project, [{ event_id: 'one' }]);
    const corrected = { event: 'bought', event_id: 'one', properties: { amount: 1 } };
    await project.ingest({ batch: [corrected, { event: 'mark' }] });
    expect((await project.event()).event).toBe('mark');
    await replay(admin, row?.id ?? '');
    expect((await project.events(2)).map(({ event }) => event)).toEqual(['mark', 'bought']);
    await project.ingest({ batch: [corrected, { event: 'mark' }] });
    expect((await project.events(3)).filter(({ event }) => event === 'bought')).toMatchObject([{ properties: {} }]);
  });

  test('is not checked against the schema again', async ({ project, admin }) => {
    const [row] = await quarantine(project, [{}]);
    await replay(admin, row?.id ?? '');
    await project.events(1, '?event=bought');
    expect(await project.failedEvents(1)).toHaveLength(1);
  });

  test('is counted by the ledger as failed when it came and as replayed now', async ({ project, admin }) => {
    const [row] = await quarantine(project, [{}]);
    await replay(admin, row?.id ?? '');
    await project.events(1);
    const ledger = (await project.get('/v1/usage/ledger')).text;
    expect(ledger).toMatch(/"replayed":1/);
    expect(ledger).toMatch(/"failed":1/);
  });
});

describe.concurrent('what cannot be replayed', () => {
  test('a rejected event is a conflict', async ({ project, admin }) => {
    await project.ingest({ batch: [{ event: 'bad', timestamp: 'never' }, { event: 'good' }] });
    const [row] = await project.failedEvents(1);
    const response = await replay(admin, row?.id ?? '');
    expect([response.status, response.error.details?.reason]).toEqual([409, 'NOT_REPLAYABLE']);
  });

  test('an unknown id, one that is none, and those of others are 404', async ({ project, admin }) => {
    const [row] = await quarantine(project, [{}]);
    const other = new Admin(await TestProject.create(server));
    const unknown = ['018f2f6e-7c1a-7000-8000-000000000001', 'nothing', '00000000-0000-8000-8000-000000000000'];
    for (const id of unknown) expect([id, (await replay(admin, id)).status]).toEqual([id, 404]);
    expect((await replay(other, row?.id ?? '')).status).toBe(404);
    expect((await replay(admin, row?.id ?? '', '?environment_id=development')).status).toBe(404);
    expect((await replay(admin, row?.id ?? '', '?environment_id=production')).status).toBe(202);
  });
});

describe.concurrent('all that match', () => {
  test('are replayed together, by name, reason and kind', async ({ project, admin }) => {
    await admin.done('PUT', '/v1/events/schemas/other', { properties: { required: ['x'] }, mode: 'quarantine' });
    await quarantine(project, [{}, {}, { properties: { amount: 1 } }].slice(0, 2));
    await project.ingest({ batch: [{ event: 'other' }, { event: 'bad', timestamp: 'never' }] });
    await project.failedEvents(4);
    const done = async (body?: object) => (await replayAll(admin, body)).data<object>();
    expect(await done({ kind: 'poison' })).toEqual({ replayed: 0, remaining: 0 });
    expect(await done({ reason: 'properties.x is required' })).toEqual({ replayed: 1, remaining: 0 });
    expect(await done({ event: 'bought' })).toEqual({ replayed: 2, remaining: 0 });
    expect(await done()).toEqual({ replayed: 0, remaining: 0 });
    await project.events(3);
    expect(await done()).toEqual({ replayed: 0, remaining: 0 });
    await project.ingest({ batch: [{ event: 'mark' }] });
    await project.events(4);
  });

  test('are at most 1,000 a call, oldest first; the answer says how many are left', async ({ project, admin }) => {
    await admin.done('PUT', '/v1/events/schemas/bought', strict);
    for (let batch = 0; batch < 11; batch += 1) {
      await project.ingest({ batch: Array.from({ length: 100 }, () => ({ event: 'bought' })) });
    }
    await waitUntil(async () => {
      const { counts } = { counts: (await project.get('/v1/usage/ledger')).text };
      return counts.includes('"failed":1100');
    });
    expect((await replayAll(admin)).data()).toEqual({ replayed: 1_000, remaining: 100 });
    expect((await replayAll(admin)).data()).toEqual({ replayed: 100, remaining: 0 });
    await server.waitForCount(1_100, '', project.secret);
    expect((await replayAll(admin)).data()).toEqual({ replayed: 0, remaining: 0 });
  });

  test('a rejected kind or another wrong field is refused', async ({ admin }) => {
    expect((await replayAll(admin, { kind: 'rejected' })).status).toBe(400);
    expect((await replayAll(admin, { event: 5 })).status).toBe(400);
  });
});

test('failed events are listed by the name of the event, in addition to kind and reason', async ({ project }) => {
  const events = ['a', 'b', 'b'].map((event) => ({ event, timestamp: 'never' }));
  await project.ingest({ batch: [...events, { event: 'good' }] });
  await project.failedEvents(3);
  expect(await project.failedEvents(2, '?event=b')).toHaveLength(2);
  expect(await project.failedEvents(0, '?event=none')).toEqual([]);
  expect(await project.failedEvents(1, '?event=a&kind=rejected')).toHaveLength(1);
});

test('failed events are counted by kind and reason, with those that were replayed', async ({ project, admin }) => {
  interface Reasons {
    readonly count: number;
    readonly replayed: number;
    readonly reasons: readonly Record<string, unknown>[];
  }
  const counted = (query = '') => admin.done<Reasons>('GET', `/v1/events/failed/reasons${query}`);
  expect(await counted()).toEqual({ count: 0, replayed: 0, reasons: [] });
  const [first] = await quarantine(project, [{ event_id: 'a' }, { event_id: 'b' }, { event_id: 'c' }]);
  await project.ingest({ batch: [{ event: '' }, { event: 'good' }] });
  await project.failedEvents(4);
  await replay(admin, first?.id ?? '');
  await waitUntil(async () => (await counted()).replayed === 1);
  const { count, reasons } = await counted();
  expect(count).toBe(4);
  expect(reasons).toMatchObject([
    { kind: 'quarantined', reason: first?.reason, count: 3, replayed: 1, last_received_at: first?.received_at },
    { kind: 'rejected', reason: expect.any(String), count: 1, replayed: 0 },
  ]);
  expect((await counted('?kind=rejected')).count).toBe(1);
  expect((await counted('?event=bought')).reasons.map(({ kind }) => kind)).toEqual(['quarantined']);
  expect((await counted('?environment_id=development')).count).toBe(0);
});

test('an event that the store could not load is replayed once it can', async ({ project, admin }) => {
  const context = { user: { id: 'u' } };
  await project.ingest({ batch: [{ event: 'cursed', event_id: 'c' }, { event: 'fine' }], context });
  await project.events(1);
  const [row] = (await project.failedEvents(1)) as Failed[];
  expect(row).toMatchObject({ kind: 'poison', event: 'cursed', raw: { event: 'cursed', event_id: 'c' } });
  expect((await replay(admin, row?.id ?? '')).status).toBe(202);
  // It fails again, which is another failed event, and nothing is lost.
  await waitUntil(async () => (await project.failedEvents(1)).length === 2);
  await server.stop();
  await server.restart({ LP_FAIL_POINTS: '' });
  await server.waitForStore();
  expect((await replayAll(admin, { kind: 'poison' })).data()).toEqual({ replayed: 1, remaining: 0 });
  const stored = await project.events(2);
  expect(stored.map(({ event, event_id, user_id }) => [event, event_id, user_id]).sort()).toEqual([
    ['cursed', 'c', 'u'],
    ['fine', null, 'u'],
  ]);
});

test('a replay survives kill -9 right after its answer, and a store that is built anew has it once', async ({
  project,
  admin,
}) => {
  const rows = await quarantine(project, [{ event_id: 'one' }, {}]);
  for (const { id } of rows) expect((await replay(admin, id)).status).toBe(202);
  await server.restart();
  await project.events(2);
  for (const { id } of rows) expect((await replay(admin, id)).status).toBe(409);
  const before = await project.events(2);
  await server.stop();
  await rm(join(server.dataDir, 'store'), { recursive: true });
  await server.restart();
  await server.waitForStore();
  expect(await project.events(2)).toEqual(before);
  expect((await replayedAt(project)).every((at) => at !== null)).toBe(true);
});
