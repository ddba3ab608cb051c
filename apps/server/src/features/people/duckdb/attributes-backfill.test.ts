import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { SqliteControlPlane } from '../../../compose/control/sqlite-control-plane.ts';
import { batchRecord } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { newTestProject, type TestProject } from '../../../control/test-project.contract.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { AttributesBackfill } from '../attributes-backfill.ts';

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;
let directory: string;
let control: SqliteControlPlane;
let store: SampleStore;
let project: TestProject;
const written: LogRecord[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-backfill-'));
  control = new SqliteControlPlane({ path: join(directory, 'control.db'), mustExist: false });
  await control.ready();
  store = await SampleStore.open();
  project = await newTestProject(control, 'shop');
});
afterAll(async () => {
  await control.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

/** As a server does it that has just started. */
const backfill = (isHere = true): AttributesBackfill =>
  new AttributesBackfill({
    isHere: () => isHere,
    jobs: control.jobs,
    users: control.users,
    store: store.analytics,
    log: { append: async (record) => void written.push(record) },
    logger: silent,
  });

async function identify(userId: string, attributes: Record<string, string>, atMs: number): Promise<void> {
  const device = { projectId: project.projectId, environmentId: project.production, deviceId: `of-${userId}` };
  await control.devices.register({ ...device, newAnonymousId: 'a', facts: {}, atMs });
  await control.devices.identify({ ...device, userId, attributes, atMs });
}

const jobs = async () => (await control.jobs.list({ projectId: null, kind: 'user_attributes' }, { limit: 10 })).rows;

test('users of before are written once, with the time of their last change, and those whom the store knows are not', async () => {
  await backfill().tick();
  // No users were identified yet; those identified from now on are in the log.
  expect(await jobs()).toEqual([]);
  const scope = { projectId: project.projectId, environmentId: project.production };
  for (let at = 0; at < 1_200; at++) await identify(`u${at}`, { plan: `p${at}` }, 1_000 + at);
  await identify('without', {}, 1);
  await store.load(batchRecord({ user_id: 'u7', attributes: { plan: 'p7' } }, { kind: 'user', ...scope }));
  await backfill(false).tick();
  expect(written).toEqual([]);
  // One process after the other, each ending after a round.
  for (let round = 0; round < 3; round++) await backfill().tick();
  expect((await jobs()).map(({ status, counts }) => ({ status, counts }))).toEqual([
    { status: 'done', counts: { users: 1_201, written: 1_199 } },
  ]);
  expect(written).toHaveLength(1_199);
  await store.load(...written);
  const [row] = await store.rows(`SELECT count(*)::INT AS n, count(DISTINCT user_id)::INT AS users,
    max(epoch_ms(set_at)) FILTER (user_id = 'u42')::INT AS at, max(attributes) FILTER (user_id = 'u42') AS attributes
    FROM all_user_attributes`);
  expect(row).toEqual({ n: 1_200, users: 1_200, at: 1_042, attributes: '{"plan":"p42"}' });
  await backfill().tick();
  expect(written).toHaveLength(1_199);
});
