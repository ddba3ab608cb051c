import { test as base, beforeAll, expect } from 'vitest';
import { Admin, type ExperimentRow } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

const inCohort = (...values: string[]) => ({ field: 'user_cohort', op: 'in', values });
const onWeb = { field: 'platform', op: 'eq', values: ['web'] };
const list = async (admin: Admin, key: string, ...user_ids: string[]) => {
  await admin.done('POST', '/v1/cohorts', { key, name: key, kind: 'list' });
  await admin.done('POST', `/v1/cohorts/${key}/members`, { user_ids });
};
const given = async (admin: Admin, user: string, query = '') =>
  (await admin.config(`dev-${user}`, `?user_id=${user}${query}`)).experiments.offer?.variant_key;

test.concurrent('of a cohort: only its users are in, whoever joins gets in, and the rest stays as it is', async ({
  admin,
}) => {
  await list(admin, 'vip', 'ann');
  await admin.running('offer', { traffic_pct: 100 });
  const everyone = await Promise.all(['ann', 'bob'].map((user) => given(admin, user)));
  expect(everyone).not.toContain(undefined);
  const put = (audience: object[]) => admin.done<ExperimentRow>('PUT', '/v1/experiments/offer/audience', { audience });
  expect(await put([inCohort('vip')])).toMatchObject({
    audience: [inCohort('vip')],
    cohorts: [{ key: 'vip', state: 'served', user_count: 1 }],
  });
  expect(await Promise.all(['ann', 'bob'].map((user) => given(admin, user)))).toEqual([everyone[0], undefined]);
  expect(await admin.done('GET', '/v1/cohorts/vip')).toMatchObject({ is_used_by_flags: true });
  const before = await admin.config('dev-ann', '?user_id=ann');
  await admin.done('POST', '/v1/cohorts/vip/members', { user_ids: ['bob'] });
  await waitUntil(async () => (await given(admin, 'bob')) === everyone[1]);
  expect((await admin.config('dev-ann', '?user_id=ann')).etag).toBe(before.etag);
  expect((await admin.call('DELETE', '/v1/cohorts/vip')).status).toBe(204);
  expect(await given(admin, 'ann')).toBeUndefined();
  expect(await admin.done('GET', '/v1/experiments/offer')).toMatchObject({
    cohorts: [{ key: 'vip', state: 'archived', message: expect.stringContaining('match no users') }],
  });
  expect((await admin.call('PUT', '/v1/experiments/offer/audience', { audience: [inCohort('vip')] })).status).toBe(400);
});

test.concurrent('the winner goes to the audience, testers get their variant whoever they are, and explain says why', async ({
  admin,
}) => {
  const overrides = [{ variant_key: 'control', user_ids: ['eve'] }];
  await admin.experiment('offer', { traffic_pct: 100, audience: [onWeb], overrides });
  const explain = (context: object) =>
    admin.done<object>('POST', '/v1/experiments/offer/explain', { context: { user_id: 'ann', ...context } });
  await admin.move('offer', 'start');
  expect(await given(admin, 'ann', '&platform=web')).toBeDefined();
  expect(await given(admin, 'ann', '&platform=ios')).toBeUndefined();
  expect(await given(admin, 'eve', '&platform=ios')).toBe('control');
  expect(await explain({ platform: 'ios' })).toMatchObject({
    outcome: 'outside_audience',
    variant_key: null,
    failed_condition: { ...onWeb, actual: 'ios' },
  });
  expect(await explain({ platform: 'web' })).toMatchObject({ outcome: 'assigned', failed_condition: null });
  await admin.move('offer', 'complete', { winner: 'treatment' });
  expect(await given(admin, 'ann', '&platform=web')).toBe('treatment');
  expect(await given(admin, 'ann', '&platform=ios')).toBeUndefined();
  expect(await explain({ platform: 'ios' })).toMatchObject({ outcome: 'outside_audience' });
});

test.concurrent('of a draft is edited with it, later by itself, and each edit is in the change log', async ({
  admin,
}) => {
  await admin.experiment('offer');
  const patched = await admin.done<ExperimentRow>('PATCH', '/v1/experiments/offer', { audience: [onWeb] });
  expect(patched).toMatchObject({ audience: [onWeb] });
  expect(patched).not.toHaveProperty('cohorts');
  await admin.move('offer', 'start');
  expect((await admin.call('PATCH', '/v1/experiments/offer', { audience: [] })).status).toBe(409);
  const put = (audience: object[]) => admin.done('PUT', '/v1/experiments/offer/audience', { audience });
  const exists = { field: 'plan', op: 'exists' };
  await put([exists]);
  const [change] = await admin.done<Record<string, { audience: unknown }>[]>('GET', '/v1/changes');
  expect(change).toMatchObject({ entity_key: 'offer', action: 'audience_set' });
  expect([change?.before?.audience, change?.after?.audience]).toEqual([[onWeb], [{ ...exists, values: [] }]]);
  const version = await admin.version();
  await put([exists]);
  expect(await admin.version()).toBe(version);
  await admin.move('offer', 'complete', { winner: null });
  await admin.move('offer', 'archive');
  const archived = await admin.call('PUT', '/v1/experiments/offer/audience', { audience: [] });
  expect([archived.status, archived.error.details?.reason]).toEqual([409, 'EXPERIMENT_ARCHIVED']);
});

test.concurrent('that cannot be is refused with the place, when it is created and when it starts', async ({
  admin,
}) => {
  const design = await admin.experiment('kept', { audience: [onWeb] });
  const many = Array.from({ length: 21 }, () => onWeb);
  const bad: [unknown, string][] = [
    ['all', 'audience'],
    [many, 'audience'],
    [[{ field: 'plan', op: 'is', values: ['pro'] }], 'audience.0.op'],
    [[onWeb, { field: 'plan', op: 'regex', values: ['(a+'] }], 'audience.1.values.0'],
    [[{ field: 'user_group', op: 'contains', values: ['vip'] }], 'audience.0.op'],
    [[inCohort('nothing')], 'audience.0.values.0'],
  ];
  for (const [audience, field] of bad) {
    const responses = [
      await admin.call('POST', '/v1/experiments', { ...designOf(design), key: 'other', audience }),
      await admin.call('PATCH', '/v1/experiments/kept', { audience }),
      await admin.call('PUT', '/v1/experiments/kept/audience', { audience }),
    ];
    for (const response of responses) {
      expect([field, response.status]).toEqual([field, 400]);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toContain(field);
    }
  }
  expect(await admin.done('GET', '/v1/experiments/kept')).toEqual(design);
  expect((await admin.call('PUT', '/v1/experiments/nothing/audience', { audience: [] })).status).toBe(404);
  await list(admin, 'vip', 'ann');
  await admin.done('PATCH', '/v1/experiments/kept', { audience: [inCohort('vip')] });
  await admin.call('DELETE', '/v1/cohorts/vip');
  const started = await admin.call('POST', '/v1/experiments/kept/start');
  expect([started.status, Object.keys(started.error.details?.fieldErrors ?? {})]).toEqual([
    400,
    ['audience.0.values.0'],
  ]);
});

const designOf = ({ name, variants, metrics }: ExperimentRow) => ({ name, variants, metrics });
