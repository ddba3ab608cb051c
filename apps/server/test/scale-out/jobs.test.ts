import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3TestServer } from '../../dist/engines/file-storage/s3/s3-server.contract.js';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.remove());

interface Change {
  readonly action: string;
  readonly actor: { readonly kind: string };
}

const jobsOf = async (edge: TestServer): Promise<readonly string[]> => {
  const { data } = await edge.json<{ data: { is_this: boolean; jobs: string[] }[] }>('/v1/edges', {
    key: edge.bootstrap.operator_token,
  });
  return data.find(({ is_this }) => is_this)?.jobs ?? [];
};

for (const action of ['kill', 'stop'] as const)
  for (const moment of ['decided', 'recorded'] as const) {
    test.concurrent(`the one that moves a ramp on is hit by ${action} when it has ${moment}: the other one goes on, each step once`, async () => {
      const env = {
        LP_DATABASE_URL: await postgres.createDatabase(`jobs_${action}_${moment}`),
        LP_SEPARATE_STORES: 'true',
      };
      const holder = await TestServer.start({ env: { ...env, LP_FAIL_POINTS: `ramp.${moment}=${action}` } });
      const other = await TestServer.startBeside(holder, { env });
      try {
        await waitUntil(async () => (await jobsOf(holder)).includes('rollouts'));
        const admin = new Admin(await TestProject.create(other));
        await admin.flag('growing');
        const steps = [5, 20, 50, 100].map((percentage) => ({ percentage, hold_minutes: 0 }));
        await admin.done('PUT', '/v1/flags/growing/ramp', { value: true, steps });
        await waitUntil(async () => holder.hasEnded || (await holder.isPaused()));
        const ramp = () => admin.done<{ status: string }>('GET', '/v1/flags/growing/ramp');
        await waitUntil(async () => (await ramp()).status === 'completed');
        expect(await jobsOf(other)).toContain('rollouts');
        // The one that was stopped goes on with what it had decided, and is refused.
        if (action === 'stop') {
          process.kill(holder.pid, 'SIGCONT');
          await waitUntil(async () => (await jobsOf(holder)).length === 0);
        }
        const history = await admin.done<Change[]>('GET', '/v1/flags/growing/history');
        const moved = history.filter((change) => change.action === 'ramp_advanced');
        expect(moved).toHaveLength(steps.length);
        expect(moved.every(({ actor }) => actor.kind === 'scheduler')).toBe(true);
      } finally {
        await holder.kill();
        await other.stop();
      }
    }, 60_000);
  }

interface Backup {
  readonly status: string;
  readonly on_disk: boolean;
  readonly error: string | null;
}

for (const action of ['kill', 'stop'] as const)
  test.concurrent(`the one that makes a scheduled backup is hit by ${action} before it is stored: the other one makes it, once`, async () => {
    const s3 = new S3TestServer();
    await s3.start();
    const env = {
      LP_DATABASE_URL: await postgres.createDatabase(`backups_${action}`),
      LP_SEPARATE_STORES: 'true',
      LP_BACKUP_EVERY: '1h',
      LP_S3_BUCKET: s3.bucket,
      LP_S3_ENDPOINT: s3.endpoint,
      LP_S3_REGION: s3.region,
      LP_S3_ACCESS_KEY_ID: s3.accessKeyId,
      LP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const holder = await TestServer.start({ env: { ...env, LP_FAIL_POINTS: `backup.written=${action}` } });
    const other = await TestServer.startBeside(holder, { env });
    try {
      await waitUntil(async () => holder.hasEnded || (await holder.isPaused()));
      const key = other.bootstrap.operator_token;
      const backups = async () => (await other.json<{ data: Backup[] }>('/v1/backups', { key })).data;
      const stored = async () => (await backups()).filter(({ on_disk }) => on_disk);
      await waitUntil(async () => (await backups()).some(({ status }) => status === 'done'));
      if (action === 'stop') {
        process.kill(holder.pid, 'SIGCONT');
        // It continues with what it had begun, and is refused.
        await waitUntil(async () => (await backups()).some(({ status }) => status === 'failed'));
        expect((await backups()).map(({ error }) => error)).toContainEqual(
          expect.stringContaining('Another server now runs'),
        );
      } else {
        // Given up when the edge has been silent for a minute.
        await waitUntil(async () => (await backups()).every(({ status }) => status !== 'running'), 120_000);
      }
      expect(await stored()).toMatchObject([{ status: 'done', error: null }]);
      expect((await backups()).map(({ status }) => status).sort()).toEqual(['done', 'failed']);
    } finally {
      await holder.kill();
      await other.stop();
      await s3.stop();
    }
  }, 300_000);
