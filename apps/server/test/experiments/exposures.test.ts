import { beforeAll, expect, test } from 'vitest';
import { Admin, type ExperimentRow } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});

interface Ids {
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
}
const exposure = (variant_key: string | undefined, { user, anonymous, device }: Ids, experiment_key = 'checkout') => ({
  event: '$experiment_exposure',
  properties: { experiment_key, variant_key },
  context: { user: { id: user, anonymous_id: anonymous }, device: { id: device } },
});

async function running(unit: string): Promise<{ project: TestProject; admin: Admin; row: ExperimentRow }> {
  const project = await TestProject.create(server);
  const admin = new Admin(project);
  await admin.experiment('checkout', { unit });
  return { project, admin, row: await admin.done<ExperimentRow>('POST', '/v1/experiments/checkout/start') };
}

async function send(project: TestProject, batch: readonly object[]): Promise<void> {
  for (let start = 0; start < batch.length; start += 100)
    await project.ingest({ batch: batch.slice(start, start + 100) });
  await server.waitForCount(batch.length, '', project.secret);
}

const people = (count: number, variant: string) =>
  Array.from({ length: count }, (_, index) => exposure(variant, { anonymous: `${variant}-${index}` }));

test('people are counted once under the variant that they saw, against the designed split', async () => {
  const { project, admin, row } = await running('auto');
  await send(project, [
    ...people(20, 'control'),
    ...people(20, 'control'),
    ...people(24, 'treatment'),
    exposure('control', { user: 'both' }),
    exposure('treatment', { user: 'both' }),
    exposure('purple', { user: 'odd' }),
    exposure(undefined, { user: 'unsaid' }),
    exposure('control', {}),
    exposure('control', { user: 'elsewhere' }, 'other'),
  ]);
  for (const id of ['checkout', row.id]) {
    expect(await admin.done('GET', `/v1/experiments/${id}/exposures`)).toEqual({
      experiment_id: row.id,
      experiment_key: 'checkout',
      environment_id: row.environment_id,
      unit: 'auto',
      from: row.started_at,
      to: expect.any(String),
      exposures: [
        { variant_key: 'control', units: 20, weight: 50, expected_units: 22 },
        { variant_key: 'treatment', units: 24, weight: 50, expected_units: 22 },
      ],
      unknown_variants: [{ variant_key: 'purple', units: 1 }],
      excluded_units: 1,
      srm: { p_value: expect.closeTo(0.5465, 4), ok: true },
    });
  }
});

test('a split that chance does not explain is not ok, and one of few units is not judged', async () => {
  const { project, admin } = await running('auto');
  await send(project, people(4, 'control'));
  expect(await admin.done('GET', '/v1/experiments/checkout/exposures')).toMatchObject({
    srm: { p_value: null, ok: null },
  });
  await project.ingest({ batch: people(75, 'treatment') });
  await project.ingest({ batch: people(25, 'control') });
  await server.waitForCount(104, '', project.secret);
  const { srm } = await admin.done<{ srm: { p_value: number; ok: boolean } }>(
    'GET',
    '/v1/experiments/checkout/exposures',
  );
  expect(srm.ok).toBe(false);
  // (25 − 50)² / 50, twice, is 25: twice the normal tail beyond 5.
  expect(srm.p_value).toBeCloseTo(5.733031437583878e-7, 15);
});

test('devices and users are counted where the experiment says so', async () => {
  for (const [unit, expected] of [
    ['device', { control: 2, treatment: 1 }],
    ['user', { control: 1, treatment: 1 }],
  ] as const) {
    const { project, admin } = await running(unit);
    await send(project, [
      exposure('control', { user: 'ann', device: 'd1' }),
      exposure('control', { user: 'ann', device: 'd2' }),
      exposure('treatment', { user: 'bob', device: 'd3' }),
      exposure('treatment', { anonymous: 'x' }),
    ]);
    const { exposures } = await admin.done<{ exposures: { variant_key: string; units: number }[] }>(
      'GET',
      '/v1/experiments/checkout/exposures',
    );
    expect(Object.fromEntries(exposures.map(({ variant_key, units }) => [variant_key, units]))).toEqual(expected);
  }
});

test('only exposures of the range and of its own environment count, and an unknown experiment is 404', async () => {
  const { project, admin, row } = await running('auto');
  await send(project, people(3, 'control'));
  await project.ingest({ batch: people(5, 'treatment') }, { key: project.keys.development.publishable });
  await server.waitForCount(5, '', project.keys.development.secret);
  const later = new Date(Date.parse(row.started_at ?? '') + 3_600_000).toISOString();
  expect(
    await admin.done(
      'GET',
      `/v1/experiments/checkout/exposures?from=${later}&to=${new Date(Date.parse(later) + 1).toISOString()}`,
    ),
  ).toMatchObject({ exposures: [{ units: 0 }, { units: 0 }] });
  expect(await admin.done('GET', '/v1/experiments/checkout/exposures')).toMatchObject({
    exposures: [{ units: 3 }, { units: 0 }],
  });
  expect((await project.get('/v1/experiments/nothing/exposures')).status).toBe(404);
  expect((await project.get('/v1/experiments/checkout/exposures?from=yesterday')).status).toBe(400);
});

test('a draft has none, whatever it expects', async () => {
  const project = await TestProject.create(server);
  const admin = new Admin(project);
  await admin.experiment('checkout');
  expect(await admin.done('GET', '/v1/experiments/checkout/exposures')).toMatchObject({
    exposures: [
      { variant_key: 'control', units: 0, expected_units: 0 },
      { variant_key: 'treatment', units: 0, expected_units: 0 },
    ],
    excluded_units: 0,
    srm: { p_value: null, ok: null },
  });
});
