import { expect, test } from 'vitest';
import { ledgerDays, ledgerInsight, ledgerParts, ledgerReasons, partWords, sumOfParts } from './ledger-parts.ts';

const nothing = {
  received: 0,
  stored: 0,
  duplicate: 0,
  rejected: 0,
  rejected_by_reason: {},
  limited: 0,
  invalid: 0,
  invalid_by_reason: {},
  failed: 0,
  failed_by_kind: { quarantined: 0, poison: 0, damaged: 0 },
  erased: 0,
  replayed: 0,
};
const row = (hour: string, part: object) => ({ ...nothing, environment_id: 'e', hour, ...part });

test('every day of the range has a row, and environments are added up', () => {
  const days = ledgerDays({
    from: '2026-05-01T00:00:00.000Z',
    to: '2026-05-04T00:00:00.000Z',
    interval: 'day',
    rows: [
      row('2026-05-01T00:00:00.000Z', { received: 5, stored: 4, duplicate: 1 }),
      row('2026-05-01T00:00:00.000Z', { received: 2, stored: 2, environment_id: 'f' }),
      row('2026-05-03T00:00:00.000Z', { received: 1, failed: 1, replayed: 1 }),
    ],
  });
  expect(days.map(({ received, sums, difference }) => [received, sums.stored, difference])).toEqual([
    [7, 6, 0],
    [0, 0, 0],
    [1, 0, 0],
  ]);
  expect(days[2]?.replayed).toBe(1);
});

test('a day that does not add up says by how much', () => {
  const rows = [row('2026-05-01T00:00:00.000Z', { received: 9, stored: 7 })];
  const [day] = ledgerDays({ from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z', interval: 'day', rows });
  expect(day?.difference).toBe(2);
});

test('the parts are the sum, and each is explained', () => {
  expect(sumOfParts({ ...nothing, stored: 5, limited: 2, erased: 1 })).toBe(8);
  for (const part of ledgerParts) expect(partWords[part].sentence.length).toBeGreaterThan(20);
});

test('reasons come from all parts that have them, the most frequent first', () => {
  const reasons = ledgerReasons({
    ...nothing,
    rejected_by_reason: { name_missing: 3, event_too_large: 0 },
    invalid_by_reason: { body_invalid: 1 },
    failed_by_kind: { quarantined: 12, poison: 0, damaged: 0 },
  });
  expect(reasons.map(({ part, reason, count }) => [part, reason, count])).toEqual([
    ['failed', 'quarantined', 12],
    ['rejected', 'name_missing', 3],
    ['invalid', 'body_invalid', 1],
  ]);
});

test('a longer range than the ledger answers is cut to its end, a short one goes by the hour', () => {
  const long = ledgerInsight({ from: '2026-01-01T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' });
  expect(long).toMatchObject({ from: '2026-04-01T00:00:00.000Z', interval: 'day', isCut: true });
  const short = ledgerInsight({ from: '2026-04-30T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' });
  expect(short).toMatchObject({ from: '2026-04-30T00:00:00.000Z', interval: 'hour', isCut: false });
});
