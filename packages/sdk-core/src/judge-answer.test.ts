import { expect, test } from 'vitest';
import { judgeAnswer, type Verdict } from './judge-answer.ts';

const data = { accepted: 1 };
const error = { code: 'VALIDATION_ERROR' };
const cases: readonly (readonly [string, number, unknown, unknown, Verdict])[] = [
  ['202 with data', 202, data, undefined, 'delivered'],
  ['304', 304, undefined, undefined, 'delivered'],
  ['200 without data', 200, undefined, undefined, 'later'],
  ['302', 302, undefined, undefined, 'later'],
  ['no answer', 0, undefined, new Error('offline'), 'later'],
  ['400', 400, undefined, error, 'drop'],
  ['404', 404, undefined, error, 'drop'],
  ['401', 401, undefined, error, 'stop'],
  ['403', 403, undefined, error, 'stop'],
  ["somebody else's 403", 403, undefined, undefined, 'later'],
  ["a proxy's 408", 408, undefined, undefined, 'later'],
  ['413', 413, undefined, error, 'halve'],
  ["somebody else's 413", 413, undefined, undefined, 'halve'],
  ['429', 429, undefined, error, 'later'],
  ['500', 500, undefined, error, 'later'],
  ['503', 503, undefined, undefined, 'later'],
];
for (const [name, status, body, failure, verdict] of cases)
  test(`${name} is judged ${verdict}`, () => expect(judgeAnswer(status, body, failure, 0)).toBe(verdict));

test('a refusal in foreign words is believed after seven of them', () => {
  expect(judgeAnswer(406, undefined, undefined, 6)).toBe('later');
  expect(judgeAnswer(406, undefined, undefined, 7)).toBe('drop');
  expect(judgeAnswer(403, undefined, undefined, 7)).toBe('drop');
  expect(judgeAnswer(502, undefined, undefined, 99)).toBe('later');
});
