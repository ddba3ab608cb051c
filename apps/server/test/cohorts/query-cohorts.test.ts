import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface CohortRow {
  readonly definition: object;
  readonly status: string;
  readonly error: string | null;
  readonly size: number | null;
  readonly user_count: number | null;
}

const range = { kind: 'relative', last: '7d' };
const checkout = { kind: 'funnel', steps: ['open', 'buy'], range };
const lost = { query: checkout, at: { step: 1, outcome: 'dropped' } };
const make = (admin: Admin, key: string, definition: object) =>
  admin.done<CohortRow>('POST', '/v1/cohorts', { key, name: key, kind: 'query', definition });
const refresh = (admin: Admin, key: string) => admin.done<CohortRow>('POST', `/v1/cohorts/${key}/refresh`);
const membersOf = async (admin: Admin, key: string) =>
  (await admin.done<{ person_id: string }[]>('GET', `/v1/cohorts/${key}/members`)).map(({ person_id }) => person_id);

/** ann buys what she opened, bob and a visitor do not. */
async function visit(project: TestProject): Promise<void> {
  const of = (user: object, event: string, minutesAgo: number) => ({
    event,
    timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    context: { user },
  });
  await project.ingest({
    batch: [
      of({ id: 'ann' }, 'open', 50),
      of({ id: 'ann' }, 'buy', 40),
      of({ id: 'bob' }, 'open', 30),
      of({ anonymous_id: 'visitor' }, 'open', 20),
    ],
  });
  await server.waitForCount(4, '', project.secret);
}

describe.concurrent('a cohort of a query', () => {
  test('holds the people behind a number: in members, filters, other cohorts and flag rules', async ({
    admin,
    project,
  }) => {
    await visit(project);
    expect((await make(admin, 'lost', lost)).definition).toEqual(lost);
    expect(await refresh(admin, 'lost')).toMatchObject({ status: 'ready', size: 2, user_count: 1 });
    expect((await membersOf(admin, 'lost')).sort()).toEqual(['bob', 'visitor']);

    const opened = { kind: 'timeseries', event: 'open', interval: 'month', range };
    const isLost = { field: 'cohort', op: 'in', value: ['lost'] };
    const { total } = (
      await admin.call('POST', '/v1/insights/people', { query: { ...opened, filters: [isLost] }, at: {} })
    ).json as { total: number };
    expect(total).toBe(2);

    await make(admin, 'not_lost', {
      query: { ...opened, filters: [{ ...isLost, op: 'not_in' }] },
      at: {},
    });
    await refresh(admin, 'not_lost');
    expect(await membersOf(admin, 'not_lost')).toEqual(['ann']);

    await admin.flag('gift');
    const conditions = [{ field: 'user_cohort', op: 'in', values: ['lost'] }];
    await admin.rules('gift', [{ conditions, value: true }]);
    const giftOf = async (user: string) => (await admin.config(`dev-${user}`, `?user_id=${user}`)).flags.gift;
    expect([await giftOf('ann'), await giftOf('bob')]).toEqual([false, true]);
  });

  test('says why it cannot be computed any more', async ({ admin, project }) => {
    await visit(project);
    const query = { kind: 'timeseries', event: 'open', interval: 'day', range };
    await make(admin, 'old', { query, at: { bucketIso: '2020-01-01T00:00:00Z' } });
    expect(await refresh(admin, 'old')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching('is no point of the query'),
    });
    await make(admin, 'lost', lost);
    await make(admin, 'outer', {
      query: { ...query, filters: [{ field: 'cohort', op: 'in', value: ['lost'] }] },
      at: {},
    });
    expect((await admin.call('DELETE', '/v1/cohorts/lost')).status).toBe(204);
    expect(await refresh(admin, 'outer')).toMatchObject({ status: 'failed', error: expect.stringMatching('archived') });
  });

  test('is refused where its query or number is wrong, by its place', async ({ admin }) => {
    const wrong: readonly (readonly [definition: object, place: string])[] = [
      [{}, 'definition.query'],
      [{ query: checkout }, 'definition.at'],
      [{ query: checkout, at: {} }, 'definition.at.step'],
      [{ query: checkout, at: { step: 5 } }, 'definition.at.step'],
      [{ query: checkout, at: { bucketIso: 'x' } }, 'definition.at.bucketIso'],
      [{ query: { kind: 'sql', sql: 'SELECT 1' }, at: {} }, 'definition.query.kind'],
      [{ query: { ...checkout, conversionWindow: '400d' }, at: { step: 0 } }, 'definition.query.conversionWindow'],
      [
        { query: { ...checkout, filters: [{ field: 'cohort', op: 'in', value: ['none'] }] }, at: { step: 0 } },
        'definition.query.filters.0.value',
      ],
    ];
    for (const [definition, place] of wrong) {
      const body = { key: 'wrong', name: 'wrong', kind: 'query', definition };
      const { status, error } = await admin.call('POST', '/v1/cohorts', body);
      expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([400, expect.arrayContaining([place])]);
    }
    await make(admin, 'itself', lost);
    const query = { ...checkout, filters: [{ field: 'cohort', op: 'in', value: ['itself'] }] };
    const changed = await admin.call('PATCH', '/v1/cohorts/itself', { definition: { ...lost, query } });
    expect([changed.status, changed.text]).toEqual([400, expect.stringMatching('refers to the cohort itself')]);
  });
});
