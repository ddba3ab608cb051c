import { pickVariant, poolBucket, type Ruleset, variantBucket } from '@lamppost/evaluator';
import { test as base, beforeAll, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { makeRandomExperiments } from '../harness/random-experiments.ts';
import { TestServer } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

type Served = Ruleset & { readonly ruleset_version: number; readonly etag: string };
const ruleset = (admin: Admin, query = '') => admin.done<Served>('GET', `/v1/ruleset${query}`);
const keysOf = ({ experiments }: Ruleset) => experiments.map(({ key }) => key);

/** As server SDKs of the first version decide: they know the pool, the weights and the winner, and nothing else. */
function firstReader({ experiments }: Ruleset, userId: string | undefined, deviceId: string | undefined) {
  const given: Record<string, string> = {};
  for (const { id, key, unit, status, traffic_pct, variants, winner } of experiments) {
    const [user, device] = [userId && `u:${userId}`, deviceId && `d:${deviceId}`];
    const identity = unit === 'auto' ? (user ?? device) : unit === 'user' ? user : device;
    if (status === 'completed' && winner !== null && (user ?? device) !== undefined) given[key] = winner;
    if (status !== 'running' || identity === undefined) continue;
    if (poolBucket(identity, id) >= Math.round(traffic_pct * 100)) continue;
    const variant = pickVariant(variants, variantBucket(identity, id));
    if (variant !== undefined) given[key] = variant;
  }
  return given;
}

const FIRST_MEMBERS = ['id', 'key', 'unit', 'status', 'traffic_pct', 'variants', 'winner'];

for (const heldOutPct of [0, 20]) {
  test(`a reader that announces nothing decides as the server does, with ${heldOutPct} % held out, or is not given it`, async ({
    admin,
  }) => {
    await makeRandomExperiments(admin, 14 + heldOutPct, heldOutPct);
    const [first, second] = [await ruleset(admin), await ruleset(admin, '?ruleset_version=2')];
    expect([first.ruleset_version, second.ruleset_version]).toEqual([1, 2]);
    for (const experiment of first.experiments) expect(Object.keys(experiment)).toEqual(FIRST_MEMBERS);
    const needsMore = second.experiments.filter((each) => Object.keys(each).length > FIRST_MEMBERS.length);
    expect(needsMore.length).toBeGreaterThan(0);
    expect(keysOf(first)).toEqual(keysOf(second).filter((key) => !needsMore.some((each) => each.key === key)));
    for (let at = 0; at < 60; at += 1) {
      const { experiments } = await admin.config(`dev-${at}`, `?user_id=user-${at}`);
      const served = Object.fromEntries(
        Object.entries(experiments)
          .filter(([key]) => keysOf(first).includes(key))
          .map(([key, { variant_key }]) => [key, variant_key]),
      );
      expect(firstReader(first, `user-${at}`, `dev-${at}`)).toEqual(served);
    }
  });
}

test('negative control: the first reader decides the second version wrongly', async ({ admin }) => {
  // So many that they are not all in one variant by chance: buckets depend on the experiment's id, which is random.
  const testers = Array.from({ length: 60 }, (_, at) => `tester-${at}`);
  await admin.running('offer', { overrides: [{ variant_key: 'treatment', user_ids: testers }] });
  const second = await ruleset(admin, '?ruleset_version=2');
  const decided = testers.map((user) => firstReader(second, user, undefined).offer);
  expect(decided).toContain('control');
});

test('an experiment is left out of the first version while it needs more, and is back when it does not', async ({
  admin,
}) => {
  await admin.running('plain');
  const inBoth = async () => [keysOf(await ruleset(admin)), keysOf(await ruleset(admin, '?ruleset_version=2'))];
  expect(await inBoth()).toEqual([['plain'], ['plain']]);
  const override = (overrides: object[]) => admin.done('PUT', '/v1/experiments/plain/overrides', { overrides });
  await override([{ variant_key: 'control', user_ids: ['ada'] }]);
  expect(await inBoth()).toEqual([[], ['plain']]);
  await override([]);
  expect(await inBoth()).toEqual([['plain'], ['plain']]);
  await admin.done('PUT', '/v1/holdout', { percentage: 1 });
  expect(await inBoth()).toEqual([[], ['plain']]);
  await admin.done('PUT', '/v1/holdout', { percentage: 0 });
  await admin.done('POST', '/v1/layers', { key: 'layer', name: 'x' });
  await admin.running('layered', { layer: 'layer' });
  expect(await inBoth()).toEqual([['plain'], ['plain', 'layered']]);
  await admin.move('layered', 'complete', { winner: 'control' });
  expect(await inBoth()).toEqual([
    ['plain', 'layered'],
    ['plain', 'layered'],
  ]);
});

test('an experiment with an audience needs version 3, and the cohorts and groups of it are in that', async ({
  admin,
}) => {
  await admin.group('beta');
  await admin.done('POST', '/v1/cohorts', { key: 'vip', name: 'VIP', kind: 'list' });
  const audience = [
    { field: 'user_cohort', op: 'not_in', values: ['vip'] },
    { field: 'user_group', op: 'in', values: ['beta'] },
  ];
  await admin.running('plain', { audience });
  const versions = async () => await Promise.all([1, 2, 3].map((each) => ruleset(admin, `?ruleset_version=${each}`)));
  const [first, second, third] = await versions();
  expect([first, second].map((each) => each && keysOf(each))).toEqual([[], []]);
  expect(third?.experiments[0]?.audience).toEqual(audience);
  expect([third?.cohorts, third?.groups]).toEqual([{ vip: [] }, { beta: [] }]);
  await admin.done('PUT', '/v1/experiments/plain/audience', { audience: [] });
  expect((await versions()).map((each) => [keysOf(each), each.cohorts])).toEqual([
    [['plain'], undefined],
    [['plain'], undefined],
    [['plain'], undefined],
  ]);
});

test('flags with prerequisites are their default alone for readers that do not know them', async ({
  admin,
  project,
}) => {
  const flag = (key: string, more: object = {}) =>
    admin.done('POST', '/v1/flags', { key, name: key, platforms: ['web'], ...more });
  await flag('needed');
  await flag('needing', { prerequisites: [{ flag: 'needed', value: true }] });
  for (const key of ['needed', 'needing']) {
    await admin.done('PUT', `/v1/flags/${key}/rollout`, { percentage: 100, value: true });
  }
  const needing = async (version: number) => {
    const { flags } = (await project.get(`/v1/ruleset?ruleset_version=${version}`)).data<{
      flags: { key: string; prerequisites?: unknown; rollout: unknown }[];
    }>();
    const found = flags.find(({ key }) => key === 'needing');
    return [found?.prerequisites, found?.rollout];
  };
  expect(await needing(3)).toEqual([undefined, null]);
  expect(await needing(4)).toMatchObject([[{ flag: 'needed', value: true }], { percentage: 100 }]);
  const served = async () =>
    (await project.get('/v1/config', { headers: { 'X-Device-ID': 'd' } })).data<{ flags: object }>().flags;
  expect(await served()).toMatchObject({ needed: true, needing: true });
  await admin.done('POST', '/v1/flags/needed/kill', { reason: 'x' });
  expect(await served()).toMatchObject({ needed: false, needing: false });
  const context = { user_id: 'u' };
  const explained = await project.post('/v1/flags/needing/explain', { context }, { key: project.secret });
  expect(explained.data()).toMatchObject({
    value: false,
    reason: 'DEFAULT',
    prerequisites: [{ flag: 'needed', value: true, outcome: 'failed', actual: false }],
  });
});

test('groups that testers are named by are in it, and who joins moves its tag', async ({ admin, project }) => {
  await admin.group('beta');
  await admin.group('unnamed');
  await admin.running('offer', { overrides: [{ variant_key: 'control', group_keys: ['beta'] }] });
  const path = '/v1/ruleset?ruleset_version=2';
  const before = await ruleset(admin, '?ruleset_version=2');
  expect(before.groups).toEqual({ beta: [] });
  const again = () => project.get(path, { headers: { 'If-None-Match': before.etag } });
  await admin.addMember('unnamed', 'ada');
  expect((await again()).status).toBe(304);
  await admin.addMember('beta', 'ada');
  expect((await again()).data<Served>().groups).toEqual({ beta: ['ada'] });
  await admin.done('PUT', '/v1/experiments/offer/overrides', { overrides: [] });
  expect((await ruleset(admin, '?ruleset_version=2')).groups).toEqual({});
});

test('each version has a tag of its own; one that is not known yet is the newest; none below 1', async ({
  admin,
  project,
}) => {
  await admin.running('plain');
  const [first, second, third, fourth, later] = [
    await ruleset(admin, '?ruleset_version=1'),
    await ruleset(admin, '?ruleset_version=2'),
    await ruleset(admin, '?ruleset_version=3'),
    await ruleset(admin, '?ruleset_version=4'),
    await ruleset(admin, '?ruleset_version=9'),
  ];
  expect((await ruleset(admin)).etag).toBe(first.etag);
  expect(new Set([first.etag, second.etag, third.etag, fourth.etag]).size).toBe(4);
  expect([later.etag, later.ruleset_version]).toEqual([fourth.etag, 4]);
  const crossed = await project.get('/v1/ruleset', { headers: { 'If-None-Match': second.etag } });
  expect(crossed.status).toBe(200);
  for (const wrong of ['0', '-1', 'two', '1.5']) {
    expect((await project.get(`/v1/ruleset?ruleset_version=${wrong}`)).status).toBe(400);
  }
});

test('a stream is of the version that it announces, and says what is new in it', async ({ admin, project }) => {
  await admin.running('plain');
  const open = (query: string) =>
    StreamReader.open(`${server.url}/v1/ruleset/stream${query}`, { Authorization: `Bearer ${project.secret}` });
  const streams = [await open(''), await open('?ruleset_version=2')];
  try {
    const next = () =>
      Promise.all(streams.map(async (stream) => ((await stream.next()).data as { data: Served }).data));
    expect((await next()).map((data) => [data.ruleset_version, keysOf(data)])).toEqual([
      [1, ['plain']],
      [2, ['plain']],
    ]);
    await admin.done('PUT', '/v1/holdout', { percentage: 10 });
    const [first, second] = await next();
    expect([first && keysOf(first), second && keysOf(second)]).toEqual([[], ['plain']]);
    expect(second?.experiments[0]?.holdout).toMatchObject({ percentage: 10 });
  } finally {
    for (const stream of streams) await stream.close();
  }
});
