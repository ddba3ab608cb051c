import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLossless } from '../json/lossless-json.ts';
import { boundRejected, MAX_REJECTED_BYTES } from './bound-rejected.ts';

const bounded = (value: unknown): { json: string; value: Record<string, unknown> } => {
  const json = boundRejected(parseLossless(JSON.stringify(value)));
  return { json, value: JSON.parse(json) };
};

test('one that is small enough is kept as it came, long integers too', () => {
  expect(boundRejected(parseLossless('{"event":"","n":123456789012345678901}'))).toBe(
    '{"event":"","n":123456789012345678901}',
  );
});

test('of one that is too large the ids stay, whatever stands before them, and its size is reported', () => {
  const event = {
    properties: { blob: 'x'.repeat(800_000) },
    event: 'bought',
    event_id: 'e-1',
    context: { screens: Array.from({ length: 5_000 }, (_, n) => `s${n}`), user: { id: 'ada' }, device: { id: 'd-1' } },
  };
  const { json, value } = bounded(event);
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_REJECTED_BYTES);
  expect(value).toMatchObject({
    truncated: true,
    size: Buffer.byteLength(JSON.stringify(event)),
    event: 'bought',
    event_id: 'e-1',
    context: { user: { id: 'ada' }, device: { id: 'd-1' } },
  });
});

test('what is no object, and a member that is called like ours, is reported as well', () => {
  expect(bounded('y'.repeat(100_000)).value).toMatchObject({ truncated: true, value: `${'y'.repeat(256)}…` });
  expect(bounded({ truncated: 'mine', size: 'mine', blob: 'z'.repeat(9_000) }).value).toMatchObject({
    truncated: true,
  });
  expect(bounded({ n: 1, list: [`1${'0'.repeat(9_000)}`] }).value.truncated).toBe(true);
});

test('a long integer that does not fit leaves no trace of how integers are carried', () => {
  const json = boundRejected(parseLossless(`{"event":"a","n":1${'0'.repeat(20_000)}}`));
  expect(json).not.toContain('int:');
  expect(JSON.parse(json)).toMatchObject({ truncated: true, event: 'a', n: null });
});

test('whatever it is, the result is valid JSON within the bound', () => {
  const member = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.double(),
    fc.constant('\\"\u{1f600}\n'.repeat(300)),
  );
  const value = fc.dictionary(fc.string({ unit: 'binary', maxLength: 60 }), fc.array(member, { maxLength: 60 }), {
    maxKeys: 60,
  });
  fc.assert(
    fc.property(value, (event) => {
      const json = boundRejected(parseLossless(JSON.stringify(event)));
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_REJECTED_BYTES);
      JSON.parse(json);
    }),
    { numRuns: 20 },
  );
});
