import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { type ErasedIds, eraseRecord, expireRecord } from '../../../collect/event-log/removal-records.ts';
import { ClickhouseSample } from '../../../compose/testing/clickhouse-sample.ts';
import { batchRecord, eventsRecord, receivedAtMs, SampleLog, scope } from '../../../compose/testing/sample-log.ts';
import { StoreHousekeeping } from '../housekeeping/store-housekeeping.ts';
import type { TableName } from '../tables.ts';
import { visible, visibleParams } from '../visible.ts';

let sample: ClickhouseSample;
let log: SampleLog;
beforeEach(async () => {
  sample = await ClickhouseSample.open();
  log = new SampleLog(join(sample.root, 'log'));
});
afterEach(() => sample.close());

const removalId = '018f2f6e-7c1a-7000-8000-0000000000e1';
const nobody: ErasedIds = { users: [], anonymous: [], devices: [], wholeDevices: [] };
const erase = (ids: Partial<ErasedIds>, atMs = receivedAtMs): LogRecord =>
  eraseRecord(scope, removalId, { ...nobody, ...ids }, atMs);
const contextOf = (user?: string, anonymous?: string, device?: string) => ({
  user: { id: user, anonymous_id: anonymous },
  device: { id: device },
});
const event = (name: string, user?: string, anonymous?: string, device?: string, id?: string) => ({
  event: name,
  event_id: id,
  context: contextOf(user, anonymous, device),
});
const crash = (n: number, more: object): LogRecord =>
  batchRecord(
    { crash_id: `018f2f6e-7c1a-7000-8000-0000000000c${n}`, is_repeatable_id: 'true', ...more },
    { kind: 'crash' },
  );
const link = (anonymous: string, user: string, device: string): LogRecord =>
  batchRecord({ anonymous_id: anonymous, user_id: user, device_id: device }, { kind: 'link' });

/** What is stored of two persons, in every table. */
const ofAnnAndBob: readonly LogRecord[] = [
  eventsRecord(
    event('own', 'ann', 'a-ann', 'd-ann', 'id-1'),
    event('before sign-in', undefined, 'a-ann', 'd-ann'),
    event('of bob on her browser', 'bob', 'a-ann', 'd-bob'),
    event('device only', undefined, undefined, 'd-ann'),
    event('somebody else', undefined, 'a-other', 'd-ann'),
  ),
  link('a-ann', 'ann', 'd-ann'),
  link('a-ann', 'bob', 'd-bob'),
  crash(1, { user_id: 'ann' }),
  crash(2, { device_id: 'd-ann' }),
  crash(3, { user_id: 'bob', device_id: 'd-ann' }),
  batchRecord({ batch: [{ metric_name: 'm' }], context: { user_id: 'ann' } }, { kind: 'metrics' }),
  batchRecord({ device_id: 'd-ann', anonymous_id: 'a-ann' }, { kind: 'device' }),
  batchRecord(
    { batch: [] },
    {
      rejected: [
        { index: 0, reason: 'bad', eventJson: '{"event":"named inside","properties":{"friend":"ann"}}' },
        { index: 1, reason: 'bad', eventJson: '{"event":"annabel","properties":{"friend":"annabel"}}' },
      ],
    },
  ),
];
const counts = { events: 3, crashes: 2, metrics: 1, device_facts: 1, failed_events: 1 };

async function load(...records: readonly LogRecord[]): Promise<void> {
  log.seal(records);
  await sample.ship(join(sample.root, 'log'));
  await sample.loadAll();
}
const select = (columns: string, table: TableName, where = 'true') =>
  sample.client.objects(`SELECT ${columns} FROM ${visible(table)} WHERE ${where}`, {
    params: visibleParams(sample.visible),
  });
const names = async () => (await select('name', 'events')).map(({ name }) => name).sort();

async function expectAnnGone(): Promise<void> {
  expect(await names()).toEqual(['of bob on her browser', 'somebody else']);
  expect(await select('name', 'failed_events')).toEqual([{ name: 'annabel' }]);
  expect(await select('user_id', 'crashes')).toEqual([{ user_id: 'bob' }]);
  expect(await select('1', 'metrics')).toEqual([]);
  expect(await select('1', 'device_facts')).toEqual([]);
  expect(await select('DISTINCT user_id', 'links')).toEqual([{ user_id: 'bob' }]);
  expect(await select('*', 'removals')).toMatchObject([{ kind: 'erase', is_scrubbed: false, ...counts }]);
}

test('an erased user is gone from every table, others stay, and the counts are right', async () => {
  await load(...ofAnnAndBob);
  await load(erase({ users: ['ann'], devices: ['d-ann'] }));
  await expectAnnGone();
  // Also from rows that nobody sees, and by name: of ids that count once only the hash stays.
  for (const table of ['events', 'crashes', 'metrics', 'links', 'device_facts', 'failed_events'] as const) {
    const rows = await sample.client.objects(`SELECT * FROM ${table}`);
    expect(JSON.stringify(rows)).not.toContain('"ann"');
  }
  expect(
    await sample.client.objects("SELECT id, stored_in FROM seen WHERE stored_in <> 'failed_events'"),
  ).toContainEqual({
    id: null,
    stored_in: 'erased',
  });
  expect(JSON.stringify(await sample.client.objects('SELECT id FROM seen'))).not.toContain('id-1');
});

test('what comes together with the erasure, and a repeat of what was erased, is kept out; what comes after stays', async () => {
  await load(
    eventsRecord(event('old', 'ann', 'a', 'd', 'id-1')),
    erase({ users: ['ann'] }),
    eventsRecord(event('old', 'ann', 'a', 'd', 'id-1'), event('new', 'ann', 'a', 'd', 'id-2')),
  );
  expect(await names()).toEqual(['new']);
  await load(eventsRecord(event('old', 'ann', 'a', 'd', 'id-1'), event('newer', 'ann', 'a', 'd', 'id-3')));
  expect(await names()).toEqual(['new', 'newer']);
  expect(await select('user_id', 'links')).toHaveLength(1);
});

test('a loader that dies at any statement of an erasure is followed by one that ends it with the same counts', async () => {
  await load(...ofAnnAndBob);
  log.seal([erase({ users: ['ann'], devices: ['d-ann'] })]);
  await sample.ship(join(sample.root, 'log'));
  const command = sample.client.command.bind(sample.client);
  for (let passed = 0; ; passed++) {
    let left = passed;
    sample.client.command = async (sql, options) => {
      if (left-- <= 0) throw new Error('the loader dies');
      await command(sql, options);
    };
    const loader = await sample.newLoader();
    const isDone = await loader.loadSome().catch(() => false);
    loader.close();
    await sample.look();
    if (isDone) break;
    expect(passed).toBeLessThan(40);
    // Whatever was deleted already is of her.
    expect(await names()).toEqual(expect.arrayContaining(['of bob on her browser', 'somebody else']));
  }
  sample.client.command = command;
  await expectAnnGone();
}, 120_000);

test('what was received before a moment expires; links and devices that newer events need stay', async () => {
  const at = (ms: number) => ({ receivedAtMs: receivedAtMs + ms });
  await load(
    batchRecord({ batch: [event('old', undefined, 'a-old', 'd-old', 'id-1')] }, at(0)),
    batchRecord({ anonymous_id: 'a-used', user_id: 'u', device_id: 'd-used' }, { kind: 'link', ...at(0) }),
    batchRecord({ anonymous_id: 'a-old', user_id: 'v', device_id: 'd-old' }, { kind: 'link', ...at(0) }),
    batchRecord({ batch: [event('new', undefined, 'a-used', 'd-used', 'id-2')] }, at(1_000)),
  );
  await load(expireRecord(scope, removalId, receivedAtMs + 500, receivedAtMs + 2_000));
  expect(await names()).toEqual(['new']);
  expect(await select('anonymous_id', 'links')).toEqual([{ anonymous_id: 'a-used' }]);
  expect(await select('kind, events, links', 'removals')).toEqual([{ kind: 'expire', events: 1, links: 1 }]);
  await load(batchRecord({ batch: [event('too late', 'w', undefined, undefined, 'id-3')] }, at(100)));
  expect(await names()).toEqual(['new']);
});

test('attributes expire when others had taken their place before the bound, and go with their user', async () => {
  const set = (user: string, plan: string, ms: number) =>
    batchRecord({ user_id: user, attributes: { plan } }, { kind: 'user', receivedAtMs: receivedAtMs + ms });
  await load(set('ann', 'a1', 0), set('ann', 'a2', 100), set('ann', 'a3', 1_000), set('bob', 'b1', 0));
  await load(expireRecord(scope, removalId, receivedAtMs + 500, receivedAtMs + 2_000));
  const plans = async () =>
    (await select("JSONExtractString(attributes, 'plan') AS plan", 'user_attributes')).map(({ plan }) => plan).sort();
  expect(await plans()).toEqual(['a2', 'a3', 'b1']);
  await load(erase({ users: ['ann'] }, receivedAtMs + 3_000));
  expect(await plans()).toEqual(['b1']);
});

test('a removal counts as scrubbed when no part from before it is left', async () => {
  for (const table of ['events', 'links', 'seen', 'removals', 'landing']) {
    await sample.client.command(`ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 1`);
  }
  await load(eventsRecord(event('own', 'ann')));
  await load(erase({ users: ['ann'] }));
  const housekeeping = new StoreHousekeeping({ client: sample.client, attempts: sample.attempts });
  const isScrubbed = async () => (await select('is_scrubbed', 'removals'))[0]?.is_scrubbed;
  expect(await isScrubbed()).toBe(false);
  // The lines that the edge sent hold her too: their partition goes ten minutes later.
  const later = Date.now() + 25 * 60_000;
  for (let tries = 0; tries < 60 && (await isScrubbed()) !== true; tries++) {
    await housekeeping.run(await sample.attempts.waiting(), sample.visible, later);
    await pause(500);
  }
  expect(await isScrubbed()).toBe(true);
  expect(await sample.client.rows('SELECT count() FROM landing')).toEqual([[0]]);
}, 60_000);
