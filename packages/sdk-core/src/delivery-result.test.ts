import { expect, test } from 'vitest';
import { type DeliveryResult, deliveryResultOf } from './delivery-result.ts';

const data = { accepted: 1 };
const error = { code: 'VALIDATION_ERROR' };
const cases: readonly (readonly [string, number, unknown, unknown, DeliveryResult])[] = [
  ['202 with data', 202, data, undefined, 'delivered'],
  ['304', 304, undefined, undefined, 'delivered'],
  ['200 without data', 200, undefined, undefined, 'retry'],
  ['302', 302, undefined, undefined, 'retry'],
  ['no answer', 0, undefined, new Error('offline'), 'retry'],
  ['400', 400, undefined, error, 'drop'],
  ['404', 404, undefined, error, 'drop'],
  ['401', 401, undefined, error, 'stop'],
  ['403', 403, undefined, error, 'stop'],
  ["somebody else's 403", 403, undefined, undefined, 'retry'],
  ["a proxy's 408", 408, undefined, undefined, 'retry'],
  ['413', 413, undefined, error, 'halve'],
  ["somebody else's 413", 413, undefined, undefined, 'halve'],
  ['429', 429, undefined, error, 'retry'],
  ['500', 500, undefined, error, 'retry'],
  ['503', 503, undefined, undefined, 'retry'],
];
for (const [name, status, body, failure, result] of cases)
  test(`${name} becomes ${result}`, () => expect(deliveryResultOf(status, body, failure, 0)).toBe(result));

test('a refusal in foreign words is believed after seven of them', () => {
  expect(deliveryResultOf(406, undefined, undefined, 6)).toBe('retry');
  expect(deliveryResultOf(406, undefined, undefined, 7)).toBe('drop');
  expect(deliveryResultOf(403, undefined, undefined, 7)).toBe('drop');
  expect(deliveryResultOf(502, undefined, undefined, 99)).toBe('retry');
});
