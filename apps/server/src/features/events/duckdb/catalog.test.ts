import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, eventsRecord, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { catalogEntryQuery, catalogQuery } from '../queries/catalog.ts';

interface Entry {
  readonly id: string;
  readonly event_name: string;
  readonly [field: string]: unknown;
}

const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
let sample: SampleStore;

beforeAll(async () => {
  sample = await SampleStore.open();
  const bought = (amount: unknown) => ({ event: 'bought', properties: { amount } });
  await sample.load(batchRecord({ batch: [bought(1), bought('2')] }, { receivedAtMs: now - 8 * 24 * HOUR_MS }));
  // What is in the file and what is in memory are looked at alike.
  await sample.write();
  await sample.load(
    batchRecord({ batch: [bought(3), { event: 'Opened' }] }, { receivedAtMs: now - 30 * HOUR_MS }),
    batchRecord({ batch: [bought(null), { event: 'opened/x' }] }, { receivedAtMs: now - HOUR_MS }),
    batchRecord({ batch: [{ event: 'elsewhere' }] }, { environmentId: '018f2f6e-7c1a-7000-8000-0000000000ff' }),
  );
});
afterAll(() => sample.close());

async function catalog(more: { search?: string; limit?: number; cursor?: string } = {}) {
  const { search, limit = 100, cursor } = more;
  const { rowsJson, nextCursor } = await sample.analytics.run(catalogQuery, {
    scope,
    ...(search === undefined ? {} : { search }),
    page: { limit, ...(cursor === undefined ? {} : { cursor }) },
    schemaModes: { bought: 'warn' },
    nowMs: now,
  });
  return { rows: JSON.parse(rowsJson) as Entry[], nextCursor };
}

test('a name has its volume, when it was seen, its schema and its properties', async () => {
  const { rows } = await catalog({ search: 'BOUGHT' });
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      event_name: 'bought',
      count: 4,
      count_24h: 1,
      count_7d: 2,
      first_seen: iso(now - 8 * 24 * HOUR_MS),
      last_seen: iso(now - HOUR_MS),
      has_schema: true,
      schema_mode: 'warn',
      sampled: 4,
      properties: [
        { name: 'amount', path: ['amount'], types: ['null', 'number', 'string'], examples: [3, '2', 1], coverage: 100 },
      ],
    },
  ]);
});

test('names are in order, of the asked environment only, and pages neither repeat nor skip', async () => {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof catalog>> = await catalog({
      limit: 1,
      ...(cursor === null ? {} : { cursor }),
    });
    names.push(...page.rows.map(({ event_name }) => event_name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(names).toEqual(['Opened', 'bought', 'opened/x']);
});

test('a cursor that names nothing leads to an empty page', async () => {
  expect(await catalog({ cursor: '00000000-0000-8000-8000-000000000000' })).toEqual({ rows: [], nextCursor: null });
});

test('one name alone is the row of the list, and one that was never seen is null', async () => {
  const run = (name: string) => sample.analytics.run(catalogEntryQuery, { scope, name, schemaModes: {}, nowMs: now });
  const entry = JSON.parse((await run('opened/x')) ?? 'null');
  const [row] = (await catalog({ search: 'opened/X' })).rows;
  expect(entry).toEqual(row);
  expect(entry).toMatchObject({ has_schema: false, schema_mode: null, properties: [], sampled: 1 });
  expect(await run('elsewhere')).toBeNull();
});

test('events without properties count into the coverage', async () => {
  const other = await SampleStore.open();
  await other.load(eventsRecord({ event: 'a', properties: { x: 1 } }, { event: 'a' }, { event: 'a' }));
  const json = await other.analytics.run(catalogEntryQuery, { scope, name: 'a', schemaModes: {}, nowMs: now });
  expect(JSON.parse(json ?? '')).toMatchObject({ sampled: 3, properties: [{ name: 'x', coverage: 33.33 }] });
  await other.close();
});
