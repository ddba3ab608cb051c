import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let clickhouse: ClickhouseServer;
const marks = mkdtempSync(join(tmpdir(), 'lamppost-marks-'));
beforeAll(async () => {
  postgres = await PostgresServer.start();
  clickhouse = await ClickhouseServer.start();
});
afterAll(async () => {
  await clickhouse.remove();
  await postgres.remove();
  rmSync(marks, { recursive: true, force: true });
});

type Action = 'kill' | 'stop';
const actions: readonly Action[] = ['kill', 'stop'];

/** Two edges with one store; the first one fails on purpose. */
async function startTwo(name: string, failPoints: string): Promise<[failing: TestServer, other: TestServer]> {
  const env = { LP_DATABASE_URL: await postgres.createDatabase(name), LP_CLICKHOUSE_URL: clickhouse.urlOf(name) };
  const failing = await TestServer.start({ env: { ...env, LP_FAIL_POINTS: failPoints } });
  return [failing, await TestServer.startBeside(failing, { env })];
}

async function holdsJob(edge: TestServer, job: string): Promise<boolean> {
  const { data } = await edge.json<{ data: { is_this: boolean; jobs: string[] }[] }>('/v1/edges', {
    key: edge.bootstrap.operator_token,
  });
  return data.some(({ is_this, jobs }) => is_this && jobs.includes(job));
}

const isHit = async (edge: TestServer): Promise<boolean> => edge.hasEnded || (await edge.isPaused());

/** Lets a stopped edge continue with what it was doing, until the store has what it wrote afterwards. */
async function resume(edge: TestServer, job: string): Promise<void> {
  process.kill(edge.pid, 'SIGCONT');
  await waitUntil(async () => !(await holdsJob(edge, job)));
  await sendEvents(edge, 'resumed', 1);
  await edge.waitForCount(1, '?event=resumed', undefined, 60_000);
}

async function sendEvents(edge: TestServer, event: string, count: number, userId = 'u-1'): Promise<void> {
  const batch = Array.from({ length: count }, (_, at) => ({
    event,
    event_id: `${event}-${userId}-${at}`,
    context: { user: { id: userId } },
  }));
  expect((await edge.post('/v1/ingest', { batch }, { key: edge.keys.publishable })).status).toBe(202);
}

interface CrashGroup {
  readonly reports: number;
}

for (const action of actions)
  test(`crash groups: an edge that is hit by ${action} between the group and the log leaves the report to the other edge, which counts it once`, async () => {
    // The report is left ungrouped first, so that the sweep of the holder finds it.
    const [holder, other] = await startTwo(`groups_${action}`, `grouping.decided=error,grouping.noted=${action}`);
    try {
      await waitUntil(() => holdsJob(holder, 'crash groups'));
      const report = { platform: 'web', exception_type: 'TypeError', app_version: '1.0', stack_trace: 'TypeError: x' };
      const sent = await holder.post('/v1/crashes/report', report, { key: holder.keys.publishable });
      expect(sent.status).toBe(202);
      await waitUntil(() => isHit(holder));
      const groups = async () => (await other.json<{ data: CrashGroup[] }>('/v1/crashes/groups')).data;
      await waitUntil(async () => (await groups())[0]?.reports === 1);
      expect(await holdsJob(other, 'crash groups')).toBe(true);
      if (action === 'stop') await resume(holder, 'crash groups');
      expect(await groups()).toMatchObject([{ reports: 1 }]);
    } finally {
      await holder.kill();
      await other.stop();
    }
  }, 180_000);

for (const action of actions)
  test(`release watch: an edge that is hit by ${action} after it found a version leaves it to the other edge, which records it once`, async () => {
    const [failing, other] = await startTwo(`releases_${action}`, `releases.found=${action}`);
    try {
      const batch = [
        { event: 'open', event_id: 'open', context: { app: { version: '2.0.0' }, device: { platform: 'ios' } } },
      ];
      expect((await other.post('/v1/ingest', { batch }, { key: other.keys.publishable })).status).toBe(202);
      await other.waitForCount(1, '?event=open');
      // Whoever reads releases makes the edge look.
      const asked = failing.request('/v1/releases').catch(() => undefined);
      await waitUntil(() => isHit(failing));
      const releases = async () => (await other.json<{ data: { version: string }[] }>('/v1/releases')).data;
      await waitUntil(async () => (await releases()).length === 1);
      if (action === 'stop') {
        process.kill(failing.pid, 'SIGCONT');
        expect((await asked)?.status).toBe(200);
      }
      expect(await releases()).toMatchObject([{ version: '2.0.0' }]);
      const changes = await other.json<{ data: { entity_type: string }[] }>('/v1/changes');
      expect(changes.data.filter(({ entity_type }) => entity_type === 'release')).toHaveLength(1);
    } finally {
      await failing.kill();
      await other.stop();
    }
  }, 180_000);

// Erasure is done by the process that loads: its edge starts it again.
for (const action of actions)
  for (const step of ['noted', 'table_deleted'])
    test(`erasure: a process that is hit by ${action} when it has ${step} is started again and finishes, and nobody else is erased`, async () => {
      const mark = join(marks, `${action}-${step}`);
      const [holder, other] = await startTwo(`erasure_${action}_${step}`, `erasure.${step}=${action}:1:${mark}`);
      try {
        await waitUntil(() => holdsJob(holder, 'erasure and retention'));
        await sendEvents(other, 'visit', 3, 'u-leaving');
        await sendEvents(other, 'visit', 2, 'u-staying');
        await other.waitForCount(5, '?event=visit', undefined, 60_000);
        const asked = await other.request('/v1/users/u-leaving', { method: 'DELETE' });
        expect(asked.status).toBe(202);
        await waitUntil(() => existsSync(mark));
        const { data } = (await asked.json()) as { data: { id: string } };
        await other.waitForCount(2, '?event=visit', undefined, 120_000);
        // It is done when ClickHouse has removed the files, minutes later.
        const job = await other.json<{ data: { error: string | null } }>(`/v1/jobs/${data.id}`);
        expect(job.data.error).toBeNull();
      } finally {
        await holder.kill();
        await other.stop();
      }
    }, 300_000);

const clock = fileURLToPath(new URL('../harness/shifted-clock.cjs', import.meta.url));
const DAY_MS = 86_400_000;

for (const action of actions)
  test(`retention: a process that is hit by ${action} when an expiry is noted is started again and finishes, and nothing newer expires`, async () => {
    const mark = join(marks, `retention-${action}`);
    const name = `retention_${action}`;
    const env = { LP_DATABASE_URL: await postgres.createDatabase(name), LP_CLICKHOUSE_URL: clickhouse.urlOf(name) };
    const past = { NODE_OPTIONS: `--require ${clock}`, LP_TEST_CLOCK_OFF_MS: String(-40 * DAY_MS) };
    const holder = await TestServer.start({ env: { ...env, ...past } });
    await sendEvents(holder, 'visit', 3, 'u-old');
    await holder.waitForCount(3, '?event=visit', undefined, 60_000);
    await holder.restart({ NODE_OPTIONS: '', LP_FAIL_POINTS: `erasure.noted=${action}:1:${mark}` });
    const other = await TestServer.startBeside(holder, { env });
    try {
      await waitUntil(() => holdsJob(holder, 'erasure and retention'));
      await sendEvents(other, 'visit', 2, 'u-new');
      await other.waitForCount(5, '?event=visit', undefined, 60_000);
      const kept = await other.request('/v1/project', {
        method: 'PATCH',
        body: JSON.stringify({ retention_days: 30 }),
      });
      expect(kept.status).toBe(200);
      await waitUntil(() => existsSync(mark), 120_000);
      await other.waitForCount(2, '?event=visit', undefined, 120_000);
    } finally {
      await holder.kill();
      await other.stop();
    }
  }, 300_000);
