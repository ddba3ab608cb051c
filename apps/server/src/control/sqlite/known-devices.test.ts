import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownDevices } from './known-devices.ts';

const environment = '01a1dd9a-f506-74ac-98d5-299263830fe8';

test('a device that was added is never denied', () => {
  const known = KnownDevices.forCount(0);
  known.markComplete();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      known.add(environment, id);
      expect(known.mayHold(environment, id)).toBe(true);
    }),
  );
});

test('until it is complete, nothing is denied', () => {
  const known = KnownDevices.forCount(0);
  expect(known.mayHold(environment, 'unknown')).toBe(true);
  known.markComplete();
  expect(known.mayHold(environment, 'unknown')).toBe(false);
});

test('with twice the devices it was made for, few of the unknown are taken for known', () => {
  const known = KnownDevices.forCount(262_144);
  for (let device = 0; device < 524_288; device += 1) known.add(environment, `dev_${device}`);
  known.markComplete();
  let mistaken = 0;
  for (let device = 0; device < 20_000; device += 1) if (known.mayHold(environment, `other_${device}`)) mistaken += 1;
  expect(mistaken).toBeLessThan(400);
});

test('the same device of another environment is another device', () => {
  const known = KnownDevices.forCount(0);
  known.markComplete();
  known.add(environment, 'd');
  expect(known.mayHold('01a1dd9a-0000-74ac-98d5-299263830fe8', 'd')).toBe(false);
});

test('what one thread adds the other sees', () => {
  const known = KnownDevices.forCount(0);
  const other = new KnownDevices(known.buffer);
  known.markComplete();
  known.add(environment, 'd');
  expect(other.mayHold(environment, 'd')).toBe(true);
  expect(other.mayHold(environment, 'e')).toBe(false);
});
