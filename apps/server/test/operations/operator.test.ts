import { defaultPlans } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
});
afterAll(() => server.dispose());

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const operate = (method: string, path: string, body?: unknown) =>
  ApiResponse.of(
    server.request(path, {
      method,
      key: server.bootstrap.operator_token,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly cursor: string | null; readonly has_more: boolean };
}

/** Every row of a list, page by page. */
async function walk(run: (query: string) => Promise<ApiResponse>): Promise<string[]> {
  const seen: string[] = [];
  for (let query = '?limit=2'; ; ) {
    const { data, pagination } = (await run(query)).json as Page;
    expect(data.length).toBeLessThanOrEqual(2);
    seen.push(...data.map(({ id }) => id));
    if (pagination.cursor === null) return seen;
    query = `?limit=2&cursor=${pagination.cursor.toUpperCase()}`;
  }
}

describe('projects', () => {
  test('one is made with keys for both environments', async () => {
    const response = await operate('POST', '/v1/projects', { slug: 'shop', name: 'The Shop', plan: 'starter' });
    expect(response.status).toBe(201);
    const keys = (environment: string) => ({
      publishable: expect.stringMatching(new RegExp(`^lp_pub_${environment}_[0-9A-Za-z]{32,}$`)),
      secret: expect.stringMatching(new RegExp(`^lp_sec_${environment}_[0-9A-Za-z]{32,}$`)),
      dev: expect.stringMatching(new RegExp(`^lp_dev_${environment}_[0-9A-Za-z]{32,}$`)),
    });
    expect(response.data<object>()).toMatchObject({
      id: expect.stringMatching(uuid),
      slug: 'shop',
      name: 'The Shop',
      plan: 'starter',
      keys: { production: keys('production'), development: keys('development') },
    });
    const { id } = response.data<{ id: string }>();
    for (const path of [`/v1/projects/${id}`, `/v1/projects/${id.toUpperCase()}`, '/v1/projects/shop']) {
      expect((await operate('GET', path)).data<object>()).toMatchObject({ id, slug: 'shop', plan: 'starter' });
    }
    expect((await operate('GET', `/v1/projects/${id}`)).text).not.toContain('lp_sec_');
  });

  test('the plan is free unless said; unmetered may be set', async () => {
    expect((await operate('POST', '/v1/projects', { slug: 'plain', name: 'P' })).data<object>()).toMatchObject({
      plan: 'free',
    });
    const response = await operate('POST', '/v1/projects', { slug: 'no-meter', name: 'P', plan: 'unmetered' });
    expect(response.data<object>()).toMatchObject({ plan: 'unmetered' });
  });

  test('a taken slug is 409 with its reason, and makes nothing', async () => {
    await operate('POST', '/v1/projects', { slug: 'taken', name: 'first' });
    const response = await operate('POST', '/v1/projects', { slug: 'taken', name: 'second' });
    expect([response.status, response.error.code]).toEqual([409, 'CONFLICT']);
    expect(response.error.details?.reason).toMatch(/^[A-Z_]+$/);
    expect((await operate('GET', '/v1/projects/taken')).data<object>()).toMatchObject({ name: 'first' });
  });

  const bad: Record<string, object> = {
    'no slug': { name: 'x' },
    'a slug of one letter': { slug: 'a', name: 'x' },
    'a slug of 64': { slug: 'a'.repeat(64), name: 'x' },
    'a slug with capitals': { slug: 'Shop', name: 'x' },
    'a slug that begins with a digit': { slug: '1shop', name: 'x' },
    'no name': { slug: 'nameless' },
    'an empty name': { slug: 'nameless', name: '' },
    'an unknown plan': { slug: 'planless', name: 'x', plan: 'gold' },
  };
  for (const [name, body] of Object.entries(bad)) {
    test(`${name} is 400`, async () => {
      const response = await operate('POST', '/v1/projects', body);
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toHaveLength(1);
    });
  }

  test('a slug may have 63 characters', async () => {
    expect((await operate('POST', '/v1/projects', { slug: 'b'.repeat(63), name: 'x' })).status).toBe(201);
  });

  test('name and plan can be changed; what is omitted is kept', async () => {
    await operate('POST', '/v1/projects', { slug: 'change-me', name: 'before' });
    expect((await operate('PATCH', '/v1/projects/change-me', { name: 'after' })).data<object>()).toMatchObject({
      name: 'after',
      plan: 'free',
    });
    expect((await operate('PATCH', '/v1/projects/change-me', { plan: 'growth' })).data<object>()).toMatchObject({
      name: 'after',
      plan: 'growth',
    });
    expect((await operate('PATCH', '/v1/projects/change-me', { plan: 'gold' })).status).toBe(400);
    expect((await operate('PATCH', '/v1/projects/nobody', { name: 'x' })).status).toBe(404);
    expect((await operate('GET', '/v1/projects/nobody')).status).toBe(404);
  });

  test('pages hold every project once, newest first', async () => {
    const seen = await walk((query) => operate('GET', `/v1/projects${query}`));
    const { data } = (await operate('GET', '/v1/projects?limit=100')).json as Page;
    expect(seen).toEqual(data.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toBe(server.bootstrap.project.id);
  });
});

describe('plans', () => {
  const plan = { name: 'custom', requests_per_minute: 60, events_per_minute: 100, events_per_day: 100 };
  const onOffer = Object.entries(defaultPlans).map(([name, each]) => ({
    name,
    requests_per_minute: each.requestsPerMinute,
    events_per_minute: each.eventsPerMinute,
    events_per_day: each.eventsPerDay,
  }));

  test('a fresh installation offers four', async () => {
    const response = await operate('GET', '/v1/plans');
    expect(response.data<object[]>()).toEqual([
      { name: 'free', requests_per_minute: 60, events_per_minute: 1_000, events_per_day: 100_000 },
      { name: 'starter', requests_per_minute: 300, events_per_minute: 10_000, events_per_day: 2_000_000 },
      { name: 'growth', requests_per_minute: 1_200, events_per_minute: 60_000, events_per_day: 20_000_000 },
      { name: 'scale', requests_per_minute: 5_000, events_per_minute: 300_000, events_per_day: 200_000_000 },
    ]);
  });

  test('they can be replaced', async () => {
    const response = await operate('PUT', '/v1/plans', { plans: [...onOffer, plan] });
    expect([response.status, response.data<object[]>().at(-1)]).toEqual([200, plan]);
    expect((await operate('PUT', '/v1/plans', { plans: onOffer })).status).toBe(200);
  });

  const bad: Record<string, unknown> = {
    '59 requests': { plans: [...onOffer, { ...plan, requests_per_minute: 59 }] },
    '5,001 requests': { plans: [...onOffer, { ...plan, requests_per_minute: 5_001 }] },
    'half a request': { plans: [...onOffer, { ...plan, requests_per_minute: 60.5 }] },
    '99 events a minute': { plans: [...onOffer, { ...plan, events_per_minute: 99 }] },
    'no events a day': { plans: [...onOffer, { ...plan, events_per_day: undefined }] },
    'no plans': { plans: [] },
    'a plan named twice': { plans: [...onOffer, plan, plan] },
    'unmetered on offer': { plans: [...onOffer, { ...plan, name: 'unmetered' }] },
    'a plan in use left out': { plans: onOffer.filter(({ name }) => name !== 'scale') },
  };
  for (const [name, body] of Object.entries(bad)) {
    test(`${name}: 400, and nothing has changed`, async () => {
      const response = await operate('PUT', '/v1/plans', body);
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect((await operate('GET', '/v1/plans')).data<object[]>()).toEqual(onOffer);
    });
  }
});

describe('environments', () => {
  test('a project begins with two and may have more', async () => {
    const project = await TestProject.create(server);
    const slugs = async () =>
      (await project.get('/v1/environments'))
        .data<{ slug: string }[]>()
        .map(({ slug }) => slug)
        .sort();
    expect(await slugs()).toEqual(['development', 'production']);
    const made = await project.post('/v1/environments', { slug: 'staging', name: 'Staging' }, { key: project.secret });
    expect(made.status).toBe(201);
    expect(made.data<object>()).toMatchObject({
      id: expect.stringMatching(uuid),
      slug: 'staging',
      name: 'Staging',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect(await slugs()).toEqual(['development', 'production', 'staging']);
    const { key } = (
      await project.post('/v1/keys', { kind: 'secret', environment_id: 'staging', name: 'k' }, { key: project.secret })
    ).data<{ key: string }>();
    expect((await project.ingest({ batch: [{ event: 'a' }] }, { key })).status).toBe(202);
    await project.events(1, '?event=a', key);
    expect((await project.get('/v1/events/count')).data()).toEqual({ count: 0 });
  });

  test('a taken slug is 409, a malformed one 400', async () => {
    const project = await TestProject.create(server);
    const make = (slug: unknown) => project.post('/v1/environments', { slug, name: 'x' }, { key: project.secret });
    expect((await make('production')).status).toBe(409);
    for (const slug of ['', 'Prod', '1st', 'a_b', 'a'.repeat(33), 5])
      expect([slug, (await make(slug)).status]).toEqual([slug, 400]);
    expect((await make('a'.repeat(32))).status).toBe(201);
    expect((await make('a')).status).toBe(201);
  });

  test('pages hold every environment and every key once', async () => {
    const project = await TestProject.create(server);
    for (const slug of ['a', 'b', 'c'])
      await project.post('/v1/environments', { slug, name: slug }, { key: project.secret });
    for (const [path, count] of [
      ['/v1/environments', 5],
      ['/v1/keys', 6],
    ] as const) {
      const seen = await walk((query) => project.get(`${path}${query}`));
      expect([path, seen.length, new Set(seen).size]).toEqual([path, count, count]);
    }
  });
});

describe('events of a project', () => {
  test('pages hold every event once, newest first, also while others arrive', async () => {
    const project = await TestProject.create(server);
    const batch = Array.from({ length: 25 }, (_, at) => ({
      event: 'old',
      timestamp: new Date(1_700_000_000_000 + (at % 5) * 1_000).toISOString(),
    }));
    await project.ingest({ batch });
    await project.events(25);
    const seen: string[] = [];
    const times: string[] = [];
    for (let query = '?event=old&limit=4'; ; ) {
      const { data, pagination } = (await project.get(`/v1/events${query}`)).json as Omit<Page, 'data'> & {
        data: { id: string; timestamp: string }[];
      };
      seen.push(...data.map(({ id }) => id));
      times.push(...data.map(({ timestamp }) => timestamp));
      if (pagination.cursor === null) break;
      query = `?event=old&limit=4&cursor=${pagination.cursor}`;
      if (seen.length === 8) {
        await project.ingest({ batch: [{ event: 'old', timestamp: '2026-01-01T00:00:00Z' }] });
        await server.waitForCount(26, '?event=old', project.secret);
      }
    }
    expect([seen.length, new Set(seen).size]).toEqual([25, 25]);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('can be asked for by name, ids and time', async () => {
    const project = await TestProject.create(server);
    const event = (name: string, at: string, user: string) => ({
      event: name,
      timestamp: at,
      context: { user: { id: user, anonymous_id: `anon-${user}` }, device: { id: `dev-${user}` } },
    });
    await project.ingest({
      batch: [
        event('a', '2026-01-01T00:00:00Z', 'u1'),
        event('b', '2026-01-02T00:00:00Z', 'u1'),
        event('a', '2026-01-03T00:00:00Z', 'u2'),
      ],
    });
    await project.events(3);
    const count = async (query: string) =>
      (await project.get(`/v1/events/count?${query}`)).data<{ count: number }>().count;
    const expected: Record<string, number> = {
      'event=a': 2,
      'user_id=u1': 2,
      'anonymous_id=anon-u2': 1,
      'device_id=dev-u1': 2,
      'event=a&user_id=u1': 1,
      'from=2026-01-02T00:00:00Z': 2,
      'to=2026-01-02T00:00:00Z': 1,
      'from=2026-01-02&to=2026-01-03': 1,
      'event=A': 0,
      "event=a'%20OR%201=1--": 0,
    };
    for (const [query, number] of Object.entries(expected))
      expect([query, await count(query)]).toEqual([query, number]);
    const listed = (await project.get('/v1/events?user_id=u1&limit=1')).data<{ event: string }[]>();
    expect(listed.map(({ event: name }) => name)).toEqual(['b']);
  });
});

test('usage tells the plan, what is spent, and what is stored by day', async () => {
  const project = await TestProject.create(server, 'starter');
  await project.ingest({ batch: [{ event: 'a' }, { event: 'b' }, { event: 'bad', event_id: '' }] });
  await project.events(2);
  const usage = (await project.get('/v1/usage')).data<Record<string, { used: number; resets_in_seconds: number }>>();
  expect(usage).toMatchObject({
    plan: 'starter',
    requests_this_minute: { limit: 300 },
    events_this_minute: { limit: 10_000, used: 3 },
    events_today: { limit: 2_000_000, used: 3 },
    stored: { total: 2, days: [{ date: new Date().toISOString().slice(0, 10), events: 2 }] },
  });
  expect(usage.requests_this_minute?.used).toBeGreaterThanOrEqual(3);
  expect(usage.events_this_minute?.resets_in_seconds).toBeGreaterThan(0);
});
