import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
let admin: Admin;
beforeAll(async () => {
  const env = { LP_COHORT_USERS: '2', LP_COHORT_USERS_IN_ALL: '3', LP_COHORT_EVERY: '1s' };
  server = await TestServer.start({ env });
  await server.waitForStore();
  project = await TestProject.create(server);
  admin = new Admin(project);
});
afterAll(() => server.dispose());

const make = (key: string, kind: string, definition: object = {}) =>
  admin.done('POST', '/v1/cohorts', { key, name: key, kind, definition });
const addUsers = (key: string, ...user_ids: string[]) => admin.done('POST', `/v1/cohorts/${key}/members`, { user_ids });
const putRule = async (flag: string, ...values: string[]) => {
  await admin.call('POST', '/v1/flags', { key: flag, name: flag, platforms: ['web'] });
  const rules = [{ conditions: [{ field: 'user_cohort', op: 'in', values }], value: true }];
  return await admin.call('PUT', `/v1/flags/${flag}/rules`, { rules });
};
const isOn = async (flag: string, user: string) => (await admin.config(`d-${user}`, `?user_id=${user}`)).flags[flag];
const statesOf = async (flag: string) => {
  const { cohorts } = (await admin.targeting(flag)) as unknown as { cohorts: { key: string; state: string }[] };
  return cohorts.map(({ key, state }) => `${key} ${state}`);
};

test('what flags use is computed again and again, and served by a start from the file too', async () => {
  await make('active', 'behaviour', { rule: { did: { event: 'open' } } });
  expect((await putRule('hello', 'active')).status).toBe(200);
  expect(await isOn('hello', 'ann')).toBe(false);
  await project.ingest({ batch: [{ event: 'open', context: { user: { id: 'ann' } } }] });
  await waitUntil(async () => (await isOn('hello', 'ann')) === true);
  await server.stop();
  await server.restart();
  expect(await isOn('hello', 'ann')).toBe(true);
  await admin.rules('hello', []);
});

test('too many users cannot be named; a cohort that grows too large later holds for nobody, until it is small again', async () => {
  await make('three', 'list');
  await addUsers('three', 'u1', 'u2', 'u3');
  const refused = await putRule('gift', 'three');
  expect([refused.status, refused.error.details?.fieldErrors]).toEqual([
    400,
    { 'rules.0.conditions.0.values.0': [expect.stringMatching('has 3 users: rules take at most 2')] },
  ]);
  await make('two', 'list');
  await addUsers('two', 'u1', 'u2');
  await make('others', 'list');
  await addUsers('others', 'u4', 'u5');
  expect((await putRule('both', 'two', 'others')).text).toMatch('would use 4 users: the limit is 3');
  expect((await putRule('gift', 'two')).status).toBe(200);
  expect(await isOn('gift', 'u1')).toBe(true);
  await addUsers('two', 'u6');
  await waitUntil(async () => (await isOn('gift', 'u1')) === false);
  expect(await statesOf('gift')).toEqual(['two too_large']);
  await admin.call('DELETE', '/v1/cohorts/two/members/u6');
  await waitUntil(async () => (await isOn('gift', 'u1')) === true);
  expect(await statesOf('gift')).toEqual(['two served']);
});
