import { randomInt } from 'node:crypto';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { type ErasedIds, eraseRecord, expireRecord } from '../../collect/event-log/removal-records.ts';
import { batchRecord, receivedAtMs, scope } from './sample-log.ts';

/** Numbers from 0 up to below 1, the same for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

export const randomSeed = (): number => randomInt(1, 2 ** 31);

const NAMES = ['opened', 'bought', 'Größe', 'with "quotes"', 'session_start'];
const USERS = [undefined, 'ann', 'bob', "o'hara", 'zoë', ''];
const ANONYMOUS = [undefined, 'a1', 'a2', 'a3'];
const DEVICES = [undefined, 'd1', 'd2'];
const VALUES = [
  1,
  1.5,
  -0,
  1e21,
  9_007_199_254_740_993n,
  18_446_744_073_709_551_615n,
  'text',
  '',
  null,
  true,
  [1, 'x'],
  {},
];

/** Records of every kind, in an order in which a server could have written them. */
export function randomRecords(random: () => number, count: number, hasExpiries: boolean): LogRecord[] {
  return Array.from({ length: count }, (_, at) => randomRecord(random, receivedAtMs + at, hasExpiries));
}

function randomRecord(random: () => number, atMs: number, hasExpiries: boolean): LogRecord {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const many = <T>(max: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * max) + 1 }, make);
  const context = () => ({
    user: { id: pick(USERS), anonymous_id: pick(ANONYMOUS) },
    device: { id: pick(DEVICES), platform: pick(['ios', 'web', undefined]), os_version: pick(['17', undefined]) },
    session: { id: pick(['s1', 's2', undefined]) },
    app: { version: pick(['1.0', '2.0', undefined]) },
  });
  // Few enough that ids come again, in one record, in the same segment, in another log.
  const eventId = () =>
    pick([
      undefined,
      `id-${Math.floor(random() * 40)}`,
      `018f2f6e-7c1a-7000-8000-0000000000${10 + Math.floor(random() * 20)}`,
    ]);
  const timestamp = () =>
    pick([
      undefined,
      new Date(atMs - random() * 1e8).toISOString(),
      '0001-01-01T00:00:00Z',
      'no time',
      '2999-01-01T00:00:00Z',
    ]);
  const event = () => ({
    event: pick(NAMES),
    event_id: eventId(),
    timestamp: timestamp(),
    properties: { value: pick(VALUES), 'a.b': pick(VALUES) },
    ...(random() < 0.5 ? { context: context() } : {}),
  });
  const more = { receivedAtMs: atMs };
  const kind = random();
  if (kind < 0.5) {
    const body = {
      batch: many(5, event),
      context: context(),
      sent_at: pick([undefined, new Date(atMs - 1e7).toISOString()]),
    };
    const rejected = random() < 0.2 ? { rejected: [{ index: 9, reason: 'bad', eventJson: text(event()) }] } : {};
    return batchRecord(text(body), { ...more, ...rejected });
  }
  if (kind < 0.6) {
    const metric = () => ({
      metric_type: 'span',
      metric_name: pick(NAMES),
      value_ms: random() * 1e3,
      event_id: eventId(),
      timestamp: timestamp(),
    });
    return batchRecord(
      { batch: many(4, metric), context: { user_id: pick(USERS), device_id: pick(DEVICES) } },
      { ...more, kind: 'metrics' },
    );
  }
  if (kind < 0.7) {
    const crash_id = `018f2f6e-7c1a-7000-8000-0000000000c${Math.floor(random() * 10)}`;
    const report = {
      crash_id,
      is_repeatable_id: random() < 0.7,
      user_id: pick(USERS),
      device_id: pick(DEVICES),
      timestamp: timestamp(),
    };
    return batchRecord(report, { ...more, kind: 'crash' });
  }
  if (kind < 0.75) {
    const items = many(3, () => ({
      crash_id: `018f2f6e-7c1a-7000-8000-0000000000c${Math.floor(random() * 10)}`,
      fingerprint: `018f2f6e-7c1a-7000-8000-0000000000f${Math.floor(random() * 3)}`,
      rule: 1,
      symbols: 0,
    }));
    return batchRecord({ items }, { ...more, kind: 'grouping' });
  }
  if (kind < 0.8) {
    const attributes = pick([null, { plan: 'pro', seats: 3 }, { plan: 'free' }, { roles: ['a', 'b'], 'a.b': true }]);
    return batchRecord(
      { user_id: pick(USERS), attributes, set_at: atMs - pick([0, 0, 5, 15]) },
      { ...more, kind: 'user' },
    );
  }
  if (kind < 0.88)
    return batchRecord(
      { anonymous_id: pick(ANONYMOUS), user_id: pick(USERS), device_id: pick(DEVICES) },
      { ...more, kind: 'link' },
    );
  if (kind < 0.93)
    return batchRecord(
      { device_id: pick(DEVICES), anonymous_id: pick(ANONYMOUS), platform: 'ios' },
      { ...more, kind: 'device' },
    );
  const id = `018f2f6e-7c1a-7000-8000-0000000${10000 + Math.floor(random() * 80_000)}`;
  if (kind < 0.97 || !hasExpiries) {
    const ids: ErasedIds = {
      users: many(1, () => pick(['ann', 'bob'])),
      anonymous: ['a3'],
      devices: [],
      wholeDevices: random() < 0.3 ? ['d2'] : [],
    };
    return eraseRecord(scope, id, ids, atMs);
  }
  return expireRecord(scope, id, atMs - Math.floor(random() * 20), atMs);
}

/** JSON with integers of any size. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `big:${member}` : member)).replaceAll(
    /"big:(\d+)"/g,
    '$1',
  );
