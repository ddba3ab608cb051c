import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import { BothEngines } from '../../../compose/testing/both-engines.ts';
import { OddRecords, oddNames } from '../../../compose/testing/odd-records.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { failedEventsQuery, failedReasonsQuery } from '../failed/queries/failed-events.ts';
import { replayableEventsQuery } from '../failed/queries/replayable-events.ts';
import { catalogEntryQuery, catalogQuery } from '../queries/catalog.ts';
import { eventVolumesQuery } from '../queries/event-volumes.ts';
import { countEventsQuery, eventsQuery } from '../queries/events.ts';

/** All pages of a list; answers its rows. */
async function walk(limit: number, ask: (page: PageRequest) => Promise<JsonPage>): Promise<{ readonly id: string }[]> {
  const rows = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await ask({ limit, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...JSON.parse(page.rowsJson));
    cursor = page.nextCursor;
  }
  return rows;
}

describe.each([11])('both engines answer the same about events (seed %i)', (seed) => {
  let both: BothEngines;
  beforeAll(async () => {
    both = await BothEngines.open();
    const records = new OddRecords(seed);
    await both.load(...records.some(100));
    // What is in the file and what is in memory.
    await both.sample.write();
    await both.load(...records.some(60));
  });
  afterAll(() => both.close());

  test('events, filtered and searched', async () => {
    const filters = [
      {},
      { event: "it's" },
      { userId: 'ü ☃ 𝒳' },
      { search: 'KÄSE' },
      { search: 'É' },
      { search: '1e21' },
    ];
    for (const filter of [...filters, { fromMs: -62_135_596_799_999, toMs: 0 }, { sessionId: '' }]) {
      await walk(40, (page) => both.same(eventsQuery, { scope, filter, page }));
      await both.same(countEventsQuery, { scope, filter });
    }
  });

  test('the catalog, page by page, searched, and each name by itself', async () => {
    const asked = { scope, schemaModes: { tap: 'warn' }, nowMs: receivedAtMs + HOUR_MS };
    const rows = await walk(3, (page) => both.same(catalogQuery, { ...asked, page }));
    expect(rows).toHaveLength(oddNames.length);
    for (const search of ['TAP', 'ZOË', '"', '😀', '']) {
      await both.same(catalogQuery, { ...asked, search, page: { limit: 100 } });
    }
    for (const name of [...oddNames, 'nothing', '\u0000']) await both.same(catalogEntryQuery, { ...asked, name });
  });

  test('volumes, also of times before 1970', async () => {
    const ranges = [
      [receivedAtMs - 4 * DAY_MS, receivedAtMs + 2 * HOUR_MS, 30],
      [-62_135_596_800_000, receivedAtMs, 7],
      [-1_000, 1_000, 3],
    ] as const;
    for (const [fromMs, toMs, buckets] of ranges) await both.same(eventVolumesQuery, { scope, fromMs, toMs, buckets });
  });

  test('failed events, their reasons, and which of them can be stored after all', async () => {
    const rows = await walk(6, (page) => both.same(failedEventsQuery, { scope, filter: {}, page }));
    expect(rows.length).toBeGreaterThan(20);
    const filters = [{ kind: 'rejected' }, { kind: 'quarantined', event: 'tap' }, { kind: 'poison' }] as const;
    for (const filter of filters) {
      await both.same(failedEventsQuery, { scope, filter, page: { limit: 100 } });
      await both.same(failedReasonsQuery, { scope, filter });
    }
    await both.same(failedEventsQuery, { scope, filter: { reason: 'ü "reason"' }, page: { limit: 100 } });
    const asked = { scope, filter: {}, limit: 3, replayedAtMs: receivedAtMs, claimed: [] };
    const { events, open } = await both.same(replayableEventsQuery, asked);
    expect(open).toBeGreaterThan(events.length);
    const ids = rows.map(({ id }) => id);
    await both.same(replayableEventsQuery, { ...asked, ids, limit: 1_000 });
    const [first, second] = events;
    if (first === undefined || second === undefined) throw new Error('nothing can be replayed');
    const replay = { kind: 'replay', receivedAtMs: first.receivedAtMs } as const;
    await both.load(batchRecord(first.bodyJson, replay), batchRecord(first.bodyJson, replay));
    const claimed = [first.id, second.id, 'no id'];
    const { settled } = await both.same(replayableEventsQuery, { ...asked, claimed });
    expect(settled).toContain(first.id);
    await both.same(replayableEventsQuery, { ...asked, ids: [first.id, second.id] });
    await both.same(failedReasonsQuery, { scope, filter: {} });
    await walk(30, (page) => both.same(failedEventsQuery, { scope, filter: {}, page }));
  });
});

test('of a name with more events than are looked at, the latest are looked at', async () => {
  const both = await BothEngines.open();
  const event = (n: number) => ({ event: 'many', properties: { [`p${n % 600}`]: 'x'.repeat(n % 7), n } });
  for (let load = 0; load < 3; load++) {
    await both.load(eventsRecord(...Array.from({ length: 400 }, (_, at) => event(load * 400 + at))));
  }
  const asked = { scope, schemaModes: {}, nowMs: receivedAtMs };
  const { rowsJson } = await both.same(catalogQuery, { ...asked, page: { limit: 10 } });
  expect(JSON.parse(rowsJson)).toMatchObject([{ count: 1_200, sampled: 500 }]);
  await both.same(catalogEntryQuery, { ...asked, name: 'many' });
  await both.close();
});
