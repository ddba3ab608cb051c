import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { exposeCrowd } from '../harness/expose-crowd.ts';
import { FlagCrowd } from '../harness/flag-crowd.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let clickhouse: ClickhouseServer;
beforeAll(async () => {
  postgres = await PostgresServer.start();
  clickhouse = await ClickhouseServer.start();
});
afterAll(async () => {
  await clickhouse.remove();
  await postgres.remove();
});

type Action = 'kill' | 'stop';
const crashFree = { event_name: '$crash_free_sessions', metric_type: 'ratio' };

const jobsOf = async (edge: TestServer): Promise<readonly string[]> => {
  const { data } = await edge.json<{ data: { is_this: boolean; jobs: string[] }[] }>('/v1/edges', {
    key: edge.bootstrap.operator_token,
  });
  return data.find(({ is_this }) => is_this)?.jobs ?? [];
};

/** Two edges with one store; the one that holds the job fails on purpose, and what it left is looked at by the other. */
async function whileHolderFails(
  failPoint: string,
  job: string,
  action: Action,
  work: (project: TestProject, isDone: (state: () => Promise<boolean>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const name = `${failPoint.replaceAll(/[^a-z]/g, '_')}_${action}`;
  const env = { LP_DATABASE_URL: await postgres.createDatabase(name), LP_CLICKHOUSE_URL: clickhouse.urlOf(name) };
  const holder = await TestServer.start({ env: { ...env, LP_FAIL_POINTS: `${failPoint}=${action}` } });
  const other = await TestServer.startBeside(holder, { env });
  try {
    await waitUntil(async () => (await jobsOf(holder)).includes(job));
    const isDone = async (state: () => Promise<boolean>): Promise<void> => {
      await waitUntil(async () => holder.hasEnded || (await holder.isPaused()));
      await waitUntil(state);
      await waitUntil(async () => (await jobsOf(other)).includes(job));
      if (action === 'kill') return;
      // It continues with what it had decided, and is refused.
      process.kill(holder.pid, 'SIGCONT');
      await waitUntil(async () => !(await jobsOf(holder)).includes(job));
    };
    await work(await TestProject.create(other), isDone);
  } finally {
    await holder.kill();
    await other.stop();
  }
}

interface Change {
  readonly action: string;
  readonly actor: { readonly kind: string };
}

for (const action of ['kill', 'stop'] as const) {
  for (const moment of ['decided', 'recorded'] as const) {
    test(`guardrails of a flag: an edge that is hit by ${action} when a breach is ${moment} leaves it to the other edge, and the flag is killed once`, async () => {
      await whileHolderFails(`guardrails.${moment}`, 'rollouts', action, async (project, isDone) => {
        const admin = new Admin(project);
        await admin.flag('fatal');
        await admin.done('PUT', '/v1/flags/fatal/guardrails', { guardrails: [crashFree] });
        await admin.rollout('fatal', 50);
        const crowd = new FlagCrowd(project, 'fatal');
        await crowd.send(false, 100, 0);
        await crowd.send(true, 100, 70);
        await isDone(async () => (await admin.targeting('fatal')).kill !== null);
        const history = await admin.done<Change[]>('GET', '/v1/flags/fatal/history');
        const kills = history.filter((change) => change.action === 'killed');
        expect(kills.map(({ actor }) => actor.kind)).toEqual(['guardrail']);
      });
    }, 240_000);
  }

  test(`guardrails of an experiment: an edge that is hit by ${action} when a breach is decided leaves it to the other edge, and the experiment is paused once`, async () => {
    await whileHolderFails('experiment-guardrails.decided', 'experiments', action, async (project, isDone) => {
      const admin = new Admin(project);
      const metrics = [
        { event_name: 'bought', metric_type: 'conversion', is_primary: true },
        { ...crashFree, is_guardrail: true },
      ];
      await admin.running('harmful', { metrics, analysis: { guardrail_action: 'pause' } });
      await exposeCrowd(project, 'harmful', 'control', 150, 0);
      await exposeCrowd(project, 'harmful', 'treatment', 150, 60);
      const show = () =>
        admin.done<{ status: string; guardrail_breaches: readonly object[] }>('GET', '/v1/experiments/harmful');
      await isDone(async () => (await show()).status === 'paused');
      expect((await show()).guardrail_breaches).toHaveLength(1);
      const changes = await admin.done<Change[]>('GET', '/v1/changes?entity_type=experiment&limit=100');
      const pauses = changes.filter((change) => change.action === 'paused');
      expect(pauses.map(({ actor }) => actor.kind)).toEqual(['guardrail']);
    });
  }, 240_000);
}
