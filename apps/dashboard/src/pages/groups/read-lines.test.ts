import { expect, test } from 'vitest';
import { readLines, refusedLine, summaryOf } from './read-lines.ts';

test('lines, commas and semicolons separate, and each counts once', () => {
  expect(readLines(' u1\r\nu2, u3;u1\n\n"u4"\n')).toEqual(['u1', 'u2', 'u3', 'u4']);
  expect(readLines(' \n ')).toEqual([]);
});

test('a refusal is said in words that fit behind the line', () => {
  const refusal = { reason: undefined, message: 'lost', fieldErrors: {} };
  expect(refusedLine('u', { ...refusal, reason: 'ALREADY_MEMBER' }).outcome).toBe('already');
  expect(refusedLine('a@b', { ...refusal, fieldErrors: { email: ['Nobody has it.'] } }).words).toBe('Nobody has it.');
  expect(refusedLine('u', refusal)).toEqual({
    line: 'u',
    outcome: 'failed',
    words: 'lost',
  });
});

test('the sum says what became of all lines', () => {
  const result = (outcome: 'added' | 'already' | 'failed') => ({ line: 'x', outcome, words: '' });
  expect(summaryOf([result('added'), result('already'), result('failed')])).toBe(
    "1 added, 1 already in the group, 1 couldn't be added",
  );
  expect(summaryOf([])).toBe('0 added');
});
