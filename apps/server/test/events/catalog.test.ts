import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { type EventRow, TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface Entry {
  readonly event_name: string;
  readonly properties: readonly { readonly name: string }[];
  readonly [field: string]: unknown;
}

describe('the catalog', () => {
  test('has every name with volume, times, properties and its schema', async ({ project, admin }) => {
    await admin.done('PUT', '/v1/events/schemas/bought', { properties: {}, mode: 'warn' });
    const batch = [
      {
        event: 'bought',
        event_id: 'x',
        properties: { amount: 3, currency: 'EUR', cart: { items: [1], coupon: { code: 'A' } } },
      },
      { event: 'bought', event_id: 'x', properties: { repeat: true } },
      { event: 'bought', properties: { amount: '4' } },
      { type: 'page' },
    ];
    await project.ingest({ batch });
    await project.events(3);
    const [row] = await project.events(2, '?event=bought');
    const list = (await project.get('/v1/events/catalog')).json as ListResponse<Entry>;
    expect(list.pagination).toEqual({ cursor: null, has_more: false });
    expect(list.data.map(({ event_name }) => event_name)).toEqual(['$pageview', 'bought']);
    expect(list.data[1]).toEqual({
      id: expect.any(String),
      event_name: 'bought',
      count: 2,
      count_24h: 2,
      count_7d: 2,
      first_seen: row?.received_at,
      last_seen: row?.received_at,
      has_schema: true,
      schema_mode: 'warn',
      sampled: 2,
      properties: [
        {
          name: 'amount',
          path: ['amount'],
          types: ['number', 'string'],
          examples: expect.arrayContaining([3, '4']),
          coverage: 100,
        },
        { name: 'cart', path: ['cart'], types: ['object'], examples: [], coverage: 50 },
        { name: 'cart.coupon', path: ['cart', 'coupon'], types: ['object'], examples: [], coverage: 50 },
        {
          name: 'cart.coupon.code',
          path: ['cart', 'coupon', 'code'],
          types: ['string'],
          examples: ['A'],
          coverage: 50,
        },
        { name: 'cart.items', path: ['cart', 'items'], types: ['array'], examples: [[1]], coverage: 50 },
        { name: 'currency', path: ['currency'], types: ['string'], examples: ['EUR'], coverage: 50 },
      ],
    });
    expect(list.data[0]).toMatchObject({ has_schema: false, schema_mode: null, properties: [] });
    expect((await project.get('/v1/events/catalog/bought')).data()).toEqual(list.data[1]);
    expect((await project.get('/v1/events/catalog/%24pageview')).data<Entry>().event_name).toBe('$pageview');
  });

  test('is searched by name, in pages that neither repeat nor skip', async ({ project, admin }) => {
    const names = ['Cart opened', 'a/b', 'cart closed', 'käse', 'other'];
    await project.ingest({ batch: names.map((event) => ({ event })) });
    await project.events(5);
    const pages = await admin.everyPage<Entry>('/v1/events/catalog', 2);
    expect(pages.map(({ event_name }) => event_name)).toEqual(names.toSorted());
    const found = await admin.everyPage<Entry>('/v1/events/catalog?search=CART', 1);
    expect(found.map(({ event_name }) => event_name)).toEqual(['Cart opened', 'cart closed']);
    expect((await project.get('/v1/events/catalog/a%2Fb')).status).toBe(200);
  });

  test('holds what its environment and project have seen, and nothing else', async ({ project, admin }) => {
    const other = await TestProject.create(server);
    await other.ingest({ batch: [{ event: 'theirs' }] });
    await other.events(1);
    const development = project.keys.development;
    await project.ingest({ batch: [{ event: 'in development' }] }, { key: development.publishable });
    await project.events(1, '', development.secret);
    expect(await admin.done('GET', '/v1/events/catalog')).toEqual([]);
    const seen = await admin.done<Entry[]>('GET', '/v1/events/catalog?environment_id=development');
    expect(seen.map(({ event_name }) => event_name)).toEqual(['in development']);
    expect((await project.get('/v1/events/catalog/theirs')).status).toBe(404);
  });

  test('refuses what it cannot answer', async ({ project }) => {
    for (const query of ['limit=0', 'limit=101', 'cursor=x', `search=${'x'.repeat(201)}`]) {
      expect([query, (await project.get(`/v1/events/catalog?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await project.get('/v1/events/catalog?environment_id=nowhere')).status).toBe(404);
  });
});

describe('searching events', () => {
  test('finds names, ids and properties without regard to case, and counts the same', async ({ project }) => {
    const context = { user: { id: 'User-1', anonymous_id: 'anon' }, device: { id: 'dev' }, session: { id: 'sess' } };
    await project.ingest({
      batch: [
        { event: 'Checkout', context },
        { event: 'other', properties: { city: 'Zürich' } },
      ],
    });
    await project.events(2);
    const find = async (search: string) => {
      const query = `?search=${encodeURIComponent(search)}`;
      const rows = (await project.get(`/v1/events${query}`)).data<EventRow[]>();
      const { count } = (await project.get(`/v1/events/count${query}`)).data<{ count: number }>();
      expect(count).toBe(rows.length);
      return rows.map(({ event }) => event);
    };
    for (const search of ['CHECK', 'user-1', 'ANON', 'dev', 'sess']) expect(await find(search)).toEqual(['Checkout']);
    expect(await find('zürich')).toEqual(['other']);
    expect(await find('"city":"z')).toEqual(['other']);
    expect(await find('%')).toEqual([]);
    expect(await find('')).toHaveLength(2);
  });

  test('goes with the other filters and with pages', async ({ project, admin }) => {
    const batch = Array.from({ length: 9 }, (_, index) => ({
      event: index % 2 === 0 ? 'even' : 'odd',
      properties: { n: `n${index}` },
    }));
    await project.ingest({ batch });
    await project.events(9);
    const rows = await admin.everyPage<EventRow>('/v1/events?search=%22n&event=even', 2);
    expect(rows.map(({ properties }) => properties.n)).toEqual(['n8', 'n6', 'n4', 'n2', 'n0']);
  });

  test('for more than 200 characters is refused', async ({ project }) => {
    expect((await project.get(`/v1/events?search=${'x'.repeat(200)}`)).status).toBe(200);
    expect((await project.get(`/v1/events?search=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await project.get(`/v1/events/count?search=${'x'.repeat(201)}`)).status).toBe(400);
  });
});
