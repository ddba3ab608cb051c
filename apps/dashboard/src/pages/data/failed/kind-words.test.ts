import { expect, test } from 'vitest';
import { canReplay, replayPercent, senderOf } from './kind-words.ts';

test('what was refused or has been replayed already cannot be replayed', () => {
  expect(canReplay({ kind: 'quarantined', replayed_at: null })).toBe(true);
  expect(canReplay({ kind: 'poison', replayed_at: null })).toBe(true);
  expect(canReplay({ kind: 'rejected', replayed_at: null })).toBe(false);
  expect(canReplay({ kind: 'quarantined', replayed_at: '2026-05-01T00:00:00.000Z' })).toBe(false);
});

test('whose event it was is read from whatever was sent', () => {
  expect(senderOf({ context: { user: { id: 'ada', anonymous_id: 'a' } } })).toBe('ada');
  expect(senderOf({ context: { user: { anonymous_id: 'a' } } })).toBe('a');
  for (const odd of [null, 7, 'text', [], { context: null }, { context: { user: { id: 7 } } }]) {
    expect(senderOf(odd)).toBeUndefined();
  }
});

test('progress is of what there was at the beginning', () => {
  expect(replayPercent({ total: 4000, replayed: 1000 })).toBe(25);
  expect(replayPercent({ total: 10, replayed: 12 })).toBe(100);
  expect(replayPercent({ total: 0, replayed: 0 })).toBe(100);
});
