import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { batchRecord, scope } from '../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../compose/testing/sample-process.ts';
import { userSqlQuery } from '../../features/insights/queries/user-sql.ts';

const BATCH = 100;
const BATCHES = 30;
const SEGMENTS = 24;
const PERSONS = 3_000;

/** Memory for about 5,000 ids and 160 links: everything that is bounded by memory is full many times over. */
const sample = new SampleProcess('', undefined, undefined, { filterMb: 0.005 });
afterAll(() => sample.close());

const idOf = (event: number): string => `id-${event}`;

/** New events, and in every third batch repeats: of the same segment, of the one before, and of the very first. */
function segmentOf(number: number) {
  const first = number * BATCHES * BATCH;
  return Array.from({ length: BATCHES }, (_, batch) => {
    const person = (number * BATCHES + batch) % PERSONS;
    const events = Array.from({ length: BATCH }, (__, at) => {
      const event = first + batch * BATCH + at;
      const isRepeat = batch % 3 === 2 && at < 3;
      const repeated = [event - BATCH, Math.max(0, event - BATCHES * BATCH), at][at] ?? 0;
      return { event: 'grown', event_id: idOf(isRepeat ? repeated : event) };
    });
    const user = { id: `user-${person}`, anonymous_id: `anon-${person}` };
    return batchRecord({ batch: events, context: { user } }, { items: BATCH });
  });
}

const segments = Array.from({ length: SEGMENTS }, (_, number) => segmentOf(number));
const distinctIds = new Set(
  segments.flat().flatMap(({ body }) => {
    const { batch } = JSON.parse(body.toString()) as { batch: { event_id: string }[] };
    return batch.map(({ event_id }) => event_id);
  }),
);
const sent = SEGMENTS * BATCHES * BATCH;

test('a store that is far larger than its memory for ids and links stores each event once, before and after a restart', async () => {
  for (const [number, records] of segments.entries()) {
    sample.seal(...records);
    await sample.settled();
    if (number !== SEGMENTS / 2) continue;
    await sample.store.stop();
    sample.startAgain();
  }
  await until(() => sample.store.status().counters.storedEvents >= distinctIds.size);
  expect(sample.store.status().counters).toMatchObject({
    storedEvents: distinctIds.size,
    duplicateEvents: sent - distinctIds.size,
    failedEvents: 0,
  });
  const folder = join(sample.storeFolder, 'ids');
  const manifest = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { runs: { level: number }[] };
  expect(Math.max(...manifest.runs.map(({ level }) => level))).toBe(2);
  expect(readdirSync(folder).length).toBeLessThan(30);
});

test('links that were forgotten are written again and change nobody: every anonymous event is its user\u2019s', async () => {
  const anonymous = Array.from({ length: 700 }, (_, person) =>
    batchRecord({ batch: [{ event: 'later' }], context: { user: { anonymous_id: `anon-${person}` } } }, { items: 1 }),
  );
  sample.seal(...anonymous);
  await sample.settled();
  const sql = "SELECT person_id, count(*) FROM events WHERE event_name = 'later' GROUP BY 1 ORDER BY 1";
  const { resultJson } = await sample.store.run(userSqlQuery, { scope, sql, changesJson: '[]' });
  const expected = Array.from({ length: 700 }, (_, person) => [`user-${person}`, 1]);
  const { rows } = JSON.parse(resultJson) as { rows: unknown[] };
  expect(rows.sort()).toEqual(expected.sort());
});

test.each([
  { name: 'lost', spoil: (folder: string) => rmSync(folder, { recursive: true }) },
  { name: 'damaged', spoil: damage },
])('ids that are $name on disk are read from the store again, and repeats stay repeats', async ({ spoil }) => {
  const { storedEvents } = sample.store.status().counters;
  await sample.store.stop();
  spoil(join(sample.storeFolder, 'ids'));
  sample.startAgain();
  for (const records of segments.slice(0, 2)) sample.seal(...records);
  await sample.settled();
  expect(sample.store.status().counters.storedEvents).toBe(storedEvents);
});

function damage(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ids'))) {
    const bytes = readFileSync(join(folder, name));
    for (let at = 10; at < bytes.length; at += 4_096) bytes[at] = ~(bytes[at] as number);
    writeFileSync(join(folder, name), bytes);
  }
}
