import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface SchemaRow {
  readonly id: string;
  readonly event_name: string;
  readonly mode: string;
  readonly [field: string]: unknown;
}

const purchase = {
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'number', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
  additionalProperties: false,
};
const path = (name: string) => `/v1/events/schemas/${encodeURIComponent(name)}`;
const good = { event: 'bought', properties: { amount: 1, currency: 'EUR' } };
const bad = { event: 'bought', properties: { amount: '1', colour: 'red' } };

describe.concurrent('schemas', () => {
  test('are put, shown, listed newest first, replaced and removed', async ({ admin }) => {
    const created = await admin.call('PUT', path('bought'), {
      properties: purchase,
      category: 'shop',
      status: 'planned',
    });
    expect(created.status).toBe(201);
    const row = created.data<SchemaRow>();
    expect(row).toEqual({
      id: expect.any(String),
      event_name: 'bought',
      description: null,
      category: 'shop',
      status: 'planned',
      properties: purchase,
      mode: 'allow',
      created_at: expect.any(String),
      updated_at: row.created_at,
    });
    expect(await admin.done('GET', path('bought'))).toEqual(row);
    const replaced = await admin.call('PUT', path('bought'), { properties: {}, mode: 'warn', description: 'A sale' });
    expect(replaced.status).toBe(200);
    expect(replaced.data<SchemaRow>()).toMatchObject({
      id: row.id,
      mode: 'warn',
      category: null,
      description: 'A sale',
    });
    await admin.done('PUT', path('Käufe / ☃'), { properties: {} });
    const list = (await admin.call('GET', '/v1/events/schemas')).json as ListResponse<SchemaRow>;
    expect(list.data.map(({ event_name }) => event_name)).toEqual(['Käufe / ☃', 'bought']);
    expect((await admin.everyPage<SchemaRow>('/v1/events/schemas', 1)).map(({ event_name }) => event_name)).toEqual([
      'Käufe / ☃',
      'bought',
    ]);
    expect((await admin.call('DELETE', path('bought'))).status).toBe(204);
    expect((await admin.call('DELETE', path('bought'))).status).toBe(404);
    expect((await admin.call('GET', path('bought'))).status).toBe(404);
  });

  const wrong: [string, object, string][] = [
    ['without properties', {}, 'properties'],
    ['whose properties are no object', { properties: [] }, 'properties'],
    ['with a keyword that is not understood', { properties: { minimun: 1 } }, 'properties.minimun'],
    ['with a reference to elsewhere', { properties: { $ref: 'http://x/y' } }, 'properties.$ref'],
    ['with a pattern that looks back', { properties: { pattern: '(a)\\1' } }, 'properties.pattern'],
    ['with a pattern that is none', { properties: { patternProperties: { '(': {} } } }, 'properties.patternProperties'],
    ['with a mode of its own', { properties: {}, mode: 'block' }, 'mode'],
    ['with a long description', { properties: {}, description: 'x'.repeat(1_001) }, 'description'],
    ['with a long category', { properties: {}, category: 'x'.repeat(129) }, 'category'],
    ['with a long status', { properties: {}, status: 'x'.repeat(65) }, 'status'],
    ['named differently', { properties: {}, event_name: 'other' }, 'event_name'],
    ['too large', { properties: { description: 'x'.repeat(65_600) } }, 'properties'],
  ];
  for (const [what, body, field] of wrong) {
    test(`one ${what} is refused by its field`, async ({ admin }) => {
      const response = await admin.call('PUT', path('bought'), body);
      expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([400, [field]]);
      expect((await admin.call('GET', path('bought'))).status).toBe(404);
    });
  }

  test('of a name that no event can have are refused', async ({ admin }) => {
    for (const name of ['x'.repeat(257), 'a\u0007b']) {
      expect((await admin.call('PUT', path(name), { properties: {} })).status).toBe(400);
    }
  });

  test('belong to their project', async ({ admin, project }) => {
    await admin.done('PUT', path('bought'), { properties: purchase, mode: 'quarantine' });
    const other = await TestProject.create(server);
    const theirs = new Admin(other);
    expect((await theirs.call('GET', path('bought'))).status).toBe(404);
    expect((await theirs.call('DELETE', path('bought'))).status).toBe(404);
    await other.ingest({ batch: [bad] });
    await other.events(1);
    await project.ingest({ batch: [bad] });
    await project.failedEvents(1);
  });

  test('are in the definitions, whose tag moves with them, and in the log of changes', async ({ admin, project }) => {
    const dev = project.keys.production.dev;
    const first = await admin.call('GET', '/v1/definitions', undefined, dev);
    const row = await admin.done<SchemaRow>('PUT', path('bought'), { properties: purchase });
    const second = await admin.call('GET', '/v1/definitions', undefined, dev);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect(second.data<{ event_schemas: unknown }>().event_schemas).toEqual([row]);
    await admin.call('DELETE', path('bought'));
    const changes = await admin.done<{ action: string }[]>('GET', '/v1/changes?entity_type=event_schema');
    expect(changes.map(({ action }) => action)).toEqual(['removed', 'created']);
  });
});

describe.concurrent('an event that does not fit its schema', () => {
  test('is stored as if there were none under `allow`', async ({ admin, project }) => {
    await admin.done('PUT', path('bought'), { properties: purchase });
    expect((await project.ingest({ batch: [bad] })).json).toEqual({ data: { accepted: 1 } });
    expect((await project.event()).properties).toEqual(bad.properties);
  });

  test('is stored and warned of under `warn`, field by field', async ({ admin, project }) => {
    await admin.done('PUT', path('bought'), { properties: purchase, mode: 'warn' });
    const response = await project.ingest({ batch: [good, bad, { event: 'other', properties: { amount: '1' } }] });
    expect(response.status).toBe(202);
    expect(response.data()).toEqual({
      accepted: 3,
      validation_warnings: [
        { index: 1, event: 'bought', field: 'properties.amount', message: 'must be number' },
        { index: 1, event: 'bought', field: 'properties.colour', message: 'is not in the schema' },
      ],
    });
    await project.events(3);
  });

  test('is accepted and quarantined under `quarantine`, its neighbours are stored', async ({ admin, project }) => {
    await admin.done('PUT', path('bought'), { properties: purchase, mode: 'quarantine' });
    const response = await project.ingest({
      batch: [
        { ...bad, event_id: 'q-1' },
        { ...good, event_id: 'g-1' },
      ],
    });
    expect(response.json).toEqual({ data: { accepted: 2 } });
    const [failed] = await project.failedEvents(1);
    expect(failed).toEqual({
      id: expect.any(String),
      kind: 'quarantined',
      event: 'bought',
      reason: 'properties.amount must be number; properties.colour is not in the schema',
      raw: { ...bad, event_id: 'q-1' },
      received_at: expect.any(String),
      replayed_at: null,
    });
    expect((await project.events(1)).map(({ event_id }) => event_id)).toEqual(['g-1']);
    await project.ingest({ batch: [{ ...good, event_id: 'q-1' }, { event: 'mark' }] });
    expect((await project.events(2)).map(({ event }) => event)).toEqual(['bought', 'mark']);
  });

  test('of a type that names it is known by the name it is stored under', async ({ admin, project }) => {
    await admin.done('PUT', path('$pageview'), { properties: { required: ['path'] }, mode: 'quarantine' });
    await project.ingest({ batch: [{ type: 'page' }, { type: 'page', properties: { path: '/' } }] });
    expect(await project.failedEvents(1)).toMatchObject([
      { event: '$pageview', reason: 'properties.path is required' },
    ]);
    await project.events(1);
  });

  test('is not checked when it was rejected, and a rejected one stays a rejected one', async ({ admin, project }) => {
    await admin.done('PUT', path('bought'), { properties: purchase, mode: 'quarantine' });
    const response = await project.ingest({ batch: [{ ...bad, timestamp: 'never' }, bad, good] });
    expect(response.data()).toMatchObject({ accepted: 2, rejected: [{ index: 0 }] });
    const kinds = (await project.failedEvents(2)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['quarantined', 'rejected']);
    await project.events(1);
  });

  test('is checked as soon as the schema is saved, and no more as soon as it is gone', async ({ admin, project }) => {
    const warned = async () => (await project.ingest({ batch: [bad] })).data().validation_warnings?.length ?? 0;
    const seen: number[] = [await warned()];
    await admin.done('PUT', path('bought'), { properties: purchase, mode: 'warn' });
    seen.push(await warned());
    await admin.done('PUT', path('bought'), { properties: { required: ['size'] }, mode: 'warn' });
    seen.push(await warned());
    await admin.call('DELETE', path('bought'));
    seen.push(await warned());
    expect(seen).toEqual([0, 2, 1, 0]);
  });

  test('leaves the times of its neighbours as they would have been', async ({ admin, project }) => {
    await admin.done('PUT', path('bought'), { properties: purchase, mode: 'quarantine' });
    const hour = 3_600_000;
    const timestamp = new Date(Date.now() - 2 * hour).toISOString();
    const sent_at = new Date(Date.now() - hour).toISOString();
    // The quarantined one alone has an id, and an id anywhere in the batch keeps times as they were sent.
    await project.ingest({
      batch: [
        { ...bad, event_id: 'q' },
        { event: 'neighbour', timestamp },
      ],
      sent_at,
    });
    expect((await project.event()).timestamp).toBe(timestamp);
  });
});

test('schemas are in force after a restart', async ({ admin, project }) => {
  await admin.done('PUT', path('bought'), { properties: purchase, mode: 'warn' });
  const warned = async () => (await project.ingest({ batch: [bad] })).data().validation_warnings !== undefined;
  expect(await warned()).toBe(true);
  await server.restart();
  expect(await warned()).toBe(true);
});
