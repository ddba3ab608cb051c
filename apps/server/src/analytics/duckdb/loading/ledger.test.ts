import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, environmentId, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';

// Read once, when the code that fails on purpose is loaded.
vi.hoisted(() => {
  process.env.LP_FAIL_POINTS = 'loader.poison=poison';
});

let store: SampleStore;
beforeEach(async () => {
  store = await SampleStore.open();
});
afterEach(() => store.close());

const now = Date.now() - 5 * HOUR_MS;
const otherEnvironment = '018f2f6e-7c1a-7000-8000-0000000000ff';

interface Sum {
  readonly e: string;
  readonly hour: number;
  readonly kind: string;
  readonly outcome: string;
  readonly reason: string;
  readonly items: number;
}

const sums = async (): Promise<Sum[]> =>
  (
    await store.rows(`SELECT e::VARCHAR AS e, epoch_ms(hour)::DOUBLE AS hour, kind, outcome, reason, sum(items)::DOUBLE AS items
      FROM all_ledger GROUP BY ALL ORDER BY ALL`)
  ).map((row) => row as unknown as Sum);

const reported = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await sums()).map(({ kind, outcome, reason, items }) => [
      `${kind} ${outcome}${reason === '' ? '' : ` ${reason}`}`,
      items,
    ]),
  );

const rejected = (index: number, reason: string) => ({ index, reason, eventJson: '{"event":""}' });

test('what came in is what was stored, dropped as a repeat, or rejected', async () => {
  const batch = [{ event: 'a', event_id: '1' }, { event: 'a', event_id: '1' }, { event: 'b' }];
  const record = batchRecord({ batch }, { items: 4, rejected: [rejected(0, 'event is required')] });
  await store.load(record, record);
  expect(await reported()).toEqual({
    'events received': 8,
    'events stored': 3,
    'events duplicate': 3,
    'events rejected event is required': 2,
  });
});

test('a segment that is loaded again changes nothing', async () => {
  await store.load(batchRecord({ batch: [{ event: 'a' }] }, { items: 1 }));
  const before = await reported();
  await store.loadSealed();
  expect(await reported()).toEqual(before);
});

test('a record that brings less than it says is noticed', async () => {
  await store.load(batchRecord({ batch: [{ event: 'a' }] }, { items: 3 }));
  expect(store.counters.unbalancedItems).toBe(2);
  expect(store.notices).toContain('unbalanced by 2');
});

test('poison among the events of a batch is failed, and a report or a batch that is refused whole counts as what it was', async () => {
  await store.load(
    batchRecord({ batch: [{ event: 'a' }, { event: 'poison' }, 17] }, { items: 3 }),
    batchRecord({ batch: 'no list' }, { items: 5 }),
    batchRecord({ message: 'no id' }, { kind: 'crash' }),
    batchRecord({ user_id: null }, { kind: 'link' }),
  );
  expect(store.counters.unbalancedItems).toBe(0);
  expect(await reported()).toEqual({
    'events received': 8,
    'events stored': 1,
    'events failed poison': 7,
    'crashes received': 1,
    'crashes failed poison': 1,
  });
});

test('a damaged record that can still be read is failed; one that cannot is on neither side', async () => {
  const records = ['one', 'two', 'three'].map((event) => batchRecord({ batch: [{ event }, { event }] }, { items: 2 }));
  store.log.seal(records, (bytes) => {
    bytes.write('"ONE"', bytes.indexOf('"one"'));
    bytes.write('\u0001wo"', bytes.indexOf('"two"'));
    return bytes;
  });
  await store.loadSealed();
  expect(store.counters).toMatchObject({ unbalancedItems: 0, damagedRecords: 2 });
  expect(await reported()).toEqual({ 'events received': 4, 'events stored': 2, 'events failed damaged': 2 });
});

test('what the edge only counted is in the hour in which it was refused', async () => {
  const items = [
    { kind: 'events', outcome: 'limited', reason: '', count: 40 },
    { kind: 'metrics', outcome: 'invalid', reason: 'body_invalid', count: 2 },
  ];
  await store.load(batchRecord({ items }, { kind: 'tally' }));
  expect(await reported()).toEqual({
    'events received': 40,
    'events limited': 40,
    'metrics received': 2,
    'metrics invalid body_invalid': 2,
  });
});

test('rows of many loads become one, and say the same', async () => {
  for (const event of ['a', 'b', 'c']) await store.load(batchRecord({ batch: [{ event }] }, { items: 1 }));
  await store.write();
  const before = await sums();
  const { compactLedger } = await import('./ledger-table.ts');
  await compactLedger(store.connection);
  expect(await sums()).toEqual(before);
  expect(await store.rows('SELECT count(*)::INTEGER AS rows FROM store.ledger')).toEqual([{ rows: 2 }]);
});

const numRuns = process.env.LP_TORTURE === 'long' ? 100 : 4;
const item = fc.oneof(
  { weight: 6, arbitrary: fc.record({ event: fc.constantFrom('a', 'b'), event_id: fc.constantFrom('1', '2', '3') }) },
  { weight: 3, arbitrary: fc.record({ event: fc.constant('c') }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ event: 'poison', event_id: '4' }, 17, null, { event: 5 }) },
);
const place = { environmentId: fc.constantFrom(environmentId, otherEnvironment), hours: fc.nat(2) };
const batches = fc.record({ ...place, kind: fc.constant('events' as const), batch: fc.array(item, { maxLength: 6 }) });
const metric = fc.record({
  metric_name: fc.constant('m'),
  metric_type: fc.constant('t'),
  event_id: fc.constantFrom('1', '2'),
});
const metrics = fc.record({
  ...place,
  kind: fc.constant('metrics' as const),
  batch: fc.array(metric, { maxLength: 3 }),
});
const crash = fc.record({ ...place, kind: fc.constant('crash' as const), batch: fc.constant([] as unknown[]) });
const recordPlan = fc.record({
  plan: fc.oneof({ weight: 4, arbitrary: batches }, metrics, crash),
  refused: fc.nat(2),
  saysItems: fc.boolean(),
  /** Twice the same key: DuckDB cannot read it, so the record is written anew. */
  isOdd: fc.boolean(),
});
const segmentPlan = fc.record({
  records: fc.array(recordPlan, { minLength: 1, maxLength: 5 }),
  damageAt: fc.option(fc.nat(2_000), { freq: 4 }),
  isAgain: fc.boolean(),
});

type RecordPlan = typeof recordPlan extends fc.Arbitrary<infer Plan> ? Plan : never;

function recordOf({ plan, refused, saysItems, isOdd }: RecordPlan): LogRecord {
  const { kind, environmentId: at, hours, batch } = plan;
  const scope = { kind, environmentId: at, receivedAtMs: now + hours * HOUR_MS };
  if (kind === 'crash') {
    const report = { crash_id: '0190a6c4-2222-7abc-8def-000000000001', is_repeatable_id: true, platform: 'ios' };
    return batchRecord(report, scope);
  }
  const x = Array.from({ length: refused }, (_, index) => rejected(index, index === 0 ? 'one' : 'another'));
  const text = JSON.stringify({ batch });
  // A null stands for an item that was taken out: the edge lets none through, so it does not say that it received one.
  const items = batch.filter((element) => element !== null).length + refused;
  return batchRecord(isOdd ? `${text.slice(0, -1)},"sent_at":1,"sent_at":2}` : text, {
    ...scope,
    rejected: x,
    ...(saysItems && !(batch as unknown[]).includes(null) ? { items } : {}),
  });
}

test('whatever is loaded, every hour of every environment adds up', { timeout: numRuns * 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(segmentPlan, { minLength: 1, maxLength: 4 }), async (segments) => {
      const own = await SampleStore.open();
      try {
        for (const { records, damageAt, isAgain } of segments) {
          own.log.seal(records.map(recordOf), (bytes) => {
            if (damageAt !== null && damageAt < bytes.length) bytes[damageAt] = (bytes[damageAt] ?? 0) ^ 1;
            return bytes;
          });
          await own.loadSealed();
          if (isAgain) await own.loadSealed();
        }
        expect(own.counters.unbalancedItems).toBe(0);
        const wrong = await own.rows(`SELECT e, hour, kind,
            sum(items) FILTER (outcome = 'received') AS received, sum(items) FILTER (outcome <> 'received') AS outcomes
          FROM all_ledger GROUP BY ALL HAVING received IS DISTINCT FROM outcomes`);
        expect(wrong).toEqual([]);
        const notThere = await own.rows(`
          (SELECT e, date_trunc('hour', received) AS hour, 'events' AS kind, count(*) AS items FROM all_events GROUP BY ALL
            UNION ALL SELECT e, date_trunc('hour', received), 'metrics', count(*) FROM all_metrics GROUP BY ALL
            UNION ALL SELECT e, date_trunc('hour', received), 'crashes', count(*) FROM all_crashes GROUP BY ALL)
          EXCEPT SELECT e, hour::TIMESTAMP, kind, sum(items)::BIGINT FROM all_ledger WHERE outcome = 'stored' GROUP BY ALL`);
        expect(notThere).toEqual([]);
        if (segments.every(({ damageAt }) => damageAt === null)) {
          const [{ items } = { items: 0 }] = await own.rows(
            `SELECT coalesce(sum(items), 0)::DOUBLE AS items FROM all_ledger WHERE outcome = 'received' AND p = '${projectId}'`,
          );
          expect(items).toBe(segments.flatMap(({ records }) => records.map(sentItems)).reduce((a, b) => a + b, 0));
        }
      } finally {
        await own.close();
      }
    }),
    { numRuns },
  );
});

const sentItems = ({ plan, refused }: RecordPlan): number =>
  plan.kind === 'crash' ? 1 : plan.batch.filter((element) => (element as unknown) !== null).length + refused;
