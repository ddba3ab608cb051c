import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ListResponse } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface CohortRow {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly error: string | null;
  readonly size: number | null;
  readonly user_count: number | null;
  readonly computed_at: string | null;
  readonly is_used_by_flags: boolean;
}

const make = (admin: Admin, key: string, kind: string, definition: object = {}) =>
  admin.done<CohortRow>('POST', '/v1/cohorts', { key, name: key, kind, definition });
const refresh = (admin: Admin, key: string) => admin.done<CohortRow>('POST', `/v1/cohorts/${key}/refresh`);
const addUsers = (admin: Admin, key: string, ...user_ids: string[]) =>
  admin.done<{ added: number; size: number }>('POST', `/v1/cohorts/${key}/members`, { user_ids });
const fieldsOf = (response: { error: { details?: { fieldErrors: object } } }) =>
  response.error.details?.fieldErrors ?? {};

const bought = (count: number) => ({
  rule: { did: { event: 'purchase', count: { op: 'gte', value: count }, within: { kind: 'relative', last: '30d' } } },
});
const inCohort = (...values: string[]) => ({ field: 'user_cohort', op: 'in', values });

/** ann buys three times, bob once and then writes to us, a visitor looks at something. */
async function trade(project: TestProject): Promise<void> {
  const of = (user: string, event: string, minutesAgo: number) => ({
    event,
    timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    context: { user: { id: user }, device: { country: user === 'ann' ? 'DE' : 'FR' } },
  });
  await project.ingest({
    batch: [
      of('ann', 'purchase', 50),
      of('ann', 'purchase', 40),
      of('ann', 'purchase', 30),
      of('bob', 'purchase', 30),
      of('bob', 'complaint', 20),
      { event: 'look', context: { user: { anonymous_id: 'visitor' } } },
    ],
  });
  await server.waitForCount(6, '', project.secret);
}

async function countOf(admin: Admin, filter: object, event = 'purchase'): Promise<number> {
  const query = {
    kind: 'timeseries',
    event,
    interval: 'day',
    range: { kind: 'relative', last: '30d' },
    filters: [filter],
  };
  const { series } = await admin.done<{ series: { points: { value: number }[] }[] }>('POST', '/v1/insights/query', {
    query,
  });
  return series.flatMap(({ points }) => points).reduce((sum, { value }) => sum + value, 0);
}

describe.concurrent('a cohort', () => {
  test('of behaviour, attributes or a list is computed, listed, and can be filtered by', async ({ admin, project }) => {
    await trade(project);
    const made = await make(admin, 'buyers', 'behaviour', bought(3));
    expect(made).toMatchObject({ status: 'waiting', size: null, computed_at: null, is_used_by_flags: false });
    await make(admin, 'content', 'behaviour', {
      rule: { sequence: { steps: [{ event: 'purchase' }], then_not: { event: 'complaint' } } },
    });
    await make(admin, 'french', 'attributes', { filters: [{ field: 'country', op: 'eq', value: 'FR' }] });
    await make(admin, 'nobody_bought', 'behaviour', { rule: { did_not: { event: 'purchase' } } });
    await make(admin, 'listed', 'list');
    expect(await addUsers(admin, 'listed', 'bob', 'bob', 'unseen')).toEqual({ added: 2, size: 2 });
    const sizes = Object.fromEntries(
      await Promise.all(
        ['buyers', 'content', 'french', 'nobody_bought', 'listed'].map(async (key) => {
          const { status, size, user_count } = await refresh(admin, key);
          return [key, [status, size, user_count]];
        }),
      ),
    );
    expect(sizes).toEqual({
      buyers: ['ready', 1, 1],
      content: ['ready', 1, 1],
      french: ['ready', 1, 1],
      nobody_bought: ['ready', 1, 0],
      listed: ['ready', 2, 2],
    });
    const membersOf = async (key: string) =>
      (await admin.done<{ person_id: string; user_id: string | null }[]>('GET', `/v1/cohorts/${key}/members`)).map(
        ({ person_id, user_id }) => [person_id, user_id],
      );
    expect(await membersOf('buyers')).toEqual([['ann', 'ann']]);
    expect(await membersOf('nobody_bought')).toEqual([['visitor', null]]);
    expect((await membersOf('listed')).sort()).toEqual([
      ['bob', 'bob'],
      ['unseen', 'unseen'],
    ]);
    expect(await countOf(admin, { field: 'cohort', op: 'in', value: ['buyers'] })).toBe(3);
    expect(await countOf(admin, { field: 'cohort', op: 'neq', value: made.id })).toBe(1);
    expect(await countOf(admin, { field: 'cohort', op: 'eq', value: 'listed' })).toBe(1);
    const refused = await admin.call('POST', '/v1/insights/query', {
      query: {
        kind: 'paths',
        range: { kind: 'relative', last: '7d' },
        filters: [{ field: 'cohort', op: 'contains', value: 'x' }],
      },
    });
    expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, ['query.filters.0.op']]);
  });

  test('names others, never itself or what is gone; what is archived later is said and not silently empty', async ({
    admin,
    project,
  }) => {
    await trade(project);
    await make(admin, 'inner', 'behaviour', bought(1));
    const naming = (cohort: string) => ({
      rule: { did: { event: null, filters: [{ field: 'cohort', op: 'in', value: [cohort] }] } },
    });
    await make(admin, 'outer', 'behaviour', naming('inner'));
    expect(await refresh(admin, 'outer')).toMatchObject({ status: 'ready', size: 2 });
    for (const [key, cohort] of [
      ['inner', 'outer'],
      ['inner', 'inner'],
      ['outer', 'nothing'],
    ]) {
      const refused = await admin.call('PATCH', `/v1/cohorts/${key}`, { definition: naming(cohort ?? '') });
      expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, ['definition.rule.did.filters.0.value']]);
    }
    expect((await admin.call('DELETE', '/v1/cohorts/inner')).status).toBe(204);
    expect(await refresh(admin, 'outer')).toMatchObject({
      status: 'failed',
      size: 2,
      error: expect.stringMatching('archived'),
    });
    const asked = await admin.call('POST', '/v1/insights/query', {
      query: {
        kind: 'paths',
        range: { kind: 'relative', last: '7d' },
        filters: [{ field: 'cohort', op: 'in', value: ['inner'] }],
      },
    });
    expect([asked.status, asked.text]).toEqual([400, expect.stringMatching('archived')]);
    const shown = await admin.call('GET', '/v1/cohorts?include_archived=true');
    expect((shown.json as ListResponse<CohortRow>).data.map(({ key }) => key)).toEqual(['outer', 'inner']);
  });

  test('is refused where it says nothing or too much', async ({ admin }) => {
    const refused = async (body: object) => {
      const response = await admin.call('POST', '/v1/cohorts', { key: 'c', name: 'c', ...body });
      return [response.status, Object.keys(fieldsOf(response))[0]];
    };
    expect(await refused({ kind: 'behaviour' })).toEqual([400, 'definition.rule']);
    expect(await refused({ kind: 'list', definition: bought(1) })).toEqual([400, 'definition.rule']);
    expect(await refused({ kind: 'behaviour', definition: { rule: {} } })).toEqual([400, 'definition.rule']);
    const odd = { rule: { all: [{ did: { event: 'x', filters: [{ field: 'odd', op: 'eq', value: 1 }] } }] } };
    expect(await refused({ kind: 'behaviour', definition: odd })).toEqual([
      400,
      'definition.rule.all.0.did.filters.0.field',
    ]);
    expect(await refused({ kind: 'behaviour', definition: { rule: { did: { event: 'x', times: 3 } } } })).toEqual([
      400,
      'definition.rule.did.times',
    ]);
  });

  test('takes a CSV, and nothing of one with a wrong line', async ({ admin, project }) => {
    await make(admin, 'csv', 'list');
    const upload = (body: string) =>
      project.send('POST', '/v1/cohorts/csv/members', {
        key: project.secret,
        headers: { 'Content-Type': 'text/csv; charset=utf-8' },
        body,
      });
    expect((await upload('u1\r\nu2\n\nu2\n')).data()).toEqual({ added: 2, size: 2 });
    expect((await upload('name,user_id\n"Ada, L.",u3\nGrace,u1\n')).data()).toEqual({ added: 1, size: 3 });
    const wrong = await upload(`user_id\nu4\n${'x'.repeat(257)}\n`);
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, { csv: [expect.stringMatching(/^line 3 /)] }]);
    expect((await refresh(admin, 'csv')).size).toBe(3);
    expect((await admin.call('DELETE', '/v1/cohorts/csv/members/u1')).status).toBe(204);
    expect((await refresh(admin, 'csv')).size).toBe(2);
  });
});

describe.concurrent('a cohort in the rules of a flag', () => {
  test('is served by its users; who joins or leaves gets a new tag, others and the version stay', async ({
    admin,
    project,
  }) => {
    const { id } = await make(admin, 'vip', 'list');
    await addUsers(admin, 'vip', 'ann');
    await admin.flag('gift');
    const { rules, cohorts } = await admin
      .rules('gift', [{ conditions: [inCohort(id)], value: true }])
      .then((row) => row as typeof row & { cohorts: unknown });
    expect(rules[0]?.conditions).toEqual([inCohort('vip')]);
    expect(cohorts).toEqual([{ key: 'vip', state: 'served', message: null, user_count: 1 }]);
    const config = (user: string) => admin.config(`dev-${user}`, `?user_id=${user}`);
    const [ann, bob] = [await config('ann'), await config('bob')];
    expect([ann.flags.gift, bob.flags.gift]).toEqual([true, false]);
    await addUsers(admin, 'vip', 'bob');
    await waitUntil(async () => (await config('bob')).flags.gift === true);
    const [annAfter, bobAfter] = [await config('ann'), await config('bob')];
    expect([annAfter.etag, annAfter.config_version]).toEqual([ann.etag, ann.config_version]);
    expect(bobAfter.etag).not.toBe(bob.etag);
    expect((await admin.done<CohortRow>('GET', '/v1/cohorts/vip')).is_used_by_flags).toBe(true);
    const evaluated = await project.post(
      '/v1/flags/evaluate',
      { context: { user_id: 'bob' } },
      { key: project.secret },
    );
    expect(evaluated.text).toContain('RULE_MATCH');
  });

  test('goes to readers of version 3; others get the default alone', async ({ admin }) => {
    await make(admin, 'vip', 'list');
    await addUsers(admin, 'vip', 'ann');
    await admin.flag('gift');
    await admin.rollout('gift', 100);
    await admin.rules('gift', [{ conditions: [inCohort('vip')], value: true }]);
    const ruleset = (version: number) =>
      admin.done<{ flags: { rules: unknown[]; rollout: unknown }[]; cohorts?: object }>(
        'GET',
        `/v1/ruleset?ruleset_version=${version}`,
      );
    expect(await ruleset(3)).toMatchObject({ flags: [{ rules: [{}], rollout: {} }], cohorts: { vip: ['ann'] } });
    for (const version of [1, 2]) {
      const older = await ruleset(version);
      expect(older.flags).toMatchObject([{ rules: [], rollout: null }]);
      expect(older).not.toHaveProperty('cohorts');
    }
  });

  test('is refused when unknown or archived, and holds for nobody once it is gone', async ({ admin }) => {
    await make(admin, 'vip', 'list');
    await addUsers(admin, 'vip', 'ann');
    await admin.flag('gift');
    const put = (...values: string[]) =>
      admin.call('PUT', '/v1/flags/gift/rules', { rules: [{ conditions: [inCohort(...values)], value: true }] });
    const unknown = await put('vip', 'nothing');
    expect([unknown.status, Object.keys(fieldsOf(unknown))]).toEqual([400, ['rules.0.conditions.0.values.1']]);
    expect((await put('vip')).status).toBe(200);
    expect((await admin.call('DELETE', '/v1/cohorts/vip')).status).toBe(204);
    expect((await admin.config('d', '?user_id=ann')).flags.gift).toBe(false);
    expect(await admin.targeting('gift')).toMatchObject({
      cohorts: [{ key: 'vip', state: 'archived', message: expect.stringMatching('match no users') }],
    });
    expect((await put('vip')).status).toBe(400);
  });
});
