import { afterAll, beforeAll, expect, test } from 'vitest';
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
        await waitUntil(async () => (await ramp()).status === 'completed', 30_000);
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
