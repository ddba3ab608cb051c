import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { environmentId, eventsRecord } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { dedupHash, dedupHashSql, dedupPrefixSql } from './dedup-hash.ts';

test('the hash in SQL is the one that is written down', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const environment = `'${environmentId}'::UUID`;
  for (const id of ['a', 'ä\u{1f600}', '0190a6c4-1111-7abc-8def-00000000000f']) {
    const sql = dedupHashSql(dedupPrefixSql(environment, 'event'), `'${id}'`);
    const [[hash] = []] = await (await connection.run(`SELECT ${sql}`)).getRowsJS();
    expect(hash).toBe(dedupHash(environmentId, 'event', id));
  }
  expect(dedupHash(environmentId, 'event', 'a')).toBe(10285523956001530351n);
});

const numRuns = process.env.LP_TORTURE === 'long' ? 60 : 3;
const ids = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'E', 'e', '0190A6C4-1111-7ABC-8DEF-00000000000F'), {
  nil: undefined,
});
const segments = fc.array(fc.array(fc.array(ids, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});

/** What the log says should be stored, by the plainest reading of it. */
function expectedPlaces(log: (string | undefined)[][][]): string[] {
  const seen = new Set<string>();
  const places: string[] = [];
  for (const [seq, record] of log.flat().entries()) {
    for (const [idx, id] of record.entries()) {
      const key = id === undefined ? undefined : id.length === 36 ? id.toLowerCase() : id;
      if (key !== undefined && seen.has(key)) continue;
      if (key !== undefined) seen.add(key);
      places.push(`${seq + 1}/${idx}`);
    }
  }
  return places;
}

async function storedPlaces(
  log: (string | undefined)[][][],
  options: { readonly filterBytes: number; readonly runIds: number },
): Promise<unknown[]> {
  const store = await SampleStore.open({ ...options, isWriting: true });
  try {
    for (const records of log) {
      await store.load(...records.map((batch) => eventsRecord(...batch.map((event_id) => ({ event: 'e', event_id })))));
    }
    return (await store.rows("SELECT seq || '/' || idx AS place FROM all_events ORDER BY seq, idx")).map(
      ({ place }) => place,
    );
  } finally {
    await store.close();
  }
}

test(
  'whether ids are looked up in memory, in files or in files without a filter, the same events are stored',
  async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (log) => {
        const expected = expectedPlaces(log);
        expect(await storedPlaces(log, { filterBytes: 2 ** 24, runIds: 1_000 })).toEqual(expected);
        expect(await storedPlaces(log, { filterBytes: 2 ** 24, runIds: 1 })).toEqual(expected);
        expect(await storedPlaces(log, { filterBytes: 0, runIds: 2 })).toEqual(expected);
      }),
      { numRuns },
    );
  },
  numRuns * 40_000,
);

test('a load that consists of repeats only, by the ten thousand, stores nothing', async () => {
  const store = await SampleStore.open({ filterBytes: 2 ** 16, isWriting: true });
  const batches = Array.from({ length: 300 }, (_, batch) =>
    eventsRecord(...Array.from({ length: 100 }, (__, at) => ({ event: 'e', event_id: `${batch}/${at}` }))),
  );
  await store.load(...batches.slice(0, 150));
  await store.load(...batches.slice(150));
  await store.load(...batches);
  expect(store.counters).toMatchObject({ storedEvents: 30_000, duplicateEvents: 30_000 });
  expect(store.notices).toEqual([]);
  await store.close();
});
