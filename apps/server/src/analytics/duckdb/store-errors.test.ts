import { expect, test } from 'vitest';
import { failureOf, isCorrupt, isFromSurroundings, isLockHeld } from './store-errors.ts';

const corrupt = [
  'IO Error: The file "a.duckdb" exists, but it is not a valid DuckDB database file!',
  'IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2 in block at location 4096',
  'IO Error: Could not read enough bytes from file "a.duckdb": attempted to read 262144 bytes from location 5517312',
  'IO Error: Failure while replaying WAL file "a.wal": Corrupt WAL file: entry at byte position 152',
  'Serialization Error: Failed to deserialize: field id mismatch',
];
for (const message of corrupt) {
  test(`corrupt: ${message.slice(0, 60)}`, () => expect(failureOf(new Error(message))?.reason).toBe('corrupt'));
}

test('an invalidated database must be opened anew', () => {
  const message = 'FATAL Error: Failed: database has been invalidated because of a previous fatal error';
  expect(failureOf(new Error(message))?.reason).toBe('invalidated');
});

test('what a client sent can neither make the store corrupt nor end the process', () => {
  const message = 'Conversion Error: Could not convert string "corrupt checksum, FATAL Error, no space left" to INT32';
  expect(isCorrupt(new Error(message))).toBe(false);
  expect(failureOf(new Error(message))).toBeUndefined();
});

test('a full disk and a held lock are no damage', () => {
  const full = new Error('IO Error: Could not write all bytes to file: No space left on device');
  const held = new Error('IO Error: Could not set lock on file "a.duckdb": Conflicting lock is held in node (PID 1)');
  expect([isCorrupt(full), isFromSurroundings(full)]).toEqual([false, true]);
  expect([isCorrupt(held), isLockHeld(held)]).toEqual([false, true]);
});
