import { beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { exposeCrowd } from '../harness/expose-crowd.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});

const metrics = [
  { event_name: 'bought', metric_type: 'conversion', is_primary: true },
  { event_name: '$crash_free_sessions', metric_type: 'ratio', is_guardrail: true },
];

test('an experiment is paused by a guardrail only where that was asked for, and once', async () => {
  const project = await TestProject.create(server);
  const admin = new Admin(project);
  await admin.running('asked', { metrics, analysis: { guardrail_action: 'pause' } });
  await admin.running('unasked', { metrics });
  for (const key of ['asked', 'unasked']) {
    await exposeCrowd(project, key, 'control', 150, 0);
    // What they sent is stored before its time has come, and nothing else is stored then.
    await exposeCrowd(project, key, 'treatment', 150, 60, 4_000);
  }
  const show = (key: string) =>
    admin.done<{ status: string; guardrail_breaches: readonly object[] }>('GET', `/v1/experiments/${key}`);
  await waitUntil(async () => (await show('asked')).status === 'paused');
  expect((await show('asked')).guardrail_breaches).toMatchObject([
    {
      event_name: '$crash_free_sessions',
      variant_key: 'treatment',
      state: 'breached',
      treatment: { units: 150 },
      control: { units: 150, value: 1 },
    },
  ]);
  const changes = await admin.done<{ action: string; actor: object }[]>(
    'GET',
    `/v1/changes?entity_type=experiment&limit=100`,
  );
  const guardrail = { kind: 'guardrail', name: 'Guardrail: Crash-free sessions' };
  expect(changes.filter(({ action }) => action === 'paused')).toMatchObject([{ actor: guardrail }]);
  expect(await show('unasked')).toMatchObject({ status: 'running', guardrail_breaches: [] });
  await admin.move('asked', 'resume');
  await exposeCrowd(project, 'asked', 'treatment', 50, 50);
  const units = async () =>
    (await admin.done<{ exposures: { units: number }[] }>('GET', '/v1/experiments/asked/exposures')).exposures[1]
      ?.units;
  await waitUntil(async () => (await units()) === 200);
  expect(await show('asked'), 'who resumed it has decided').toMatchObject({ status: 'running' });
});
