import { expect, test } from 'vitest';
import { networkOf } from './caller-address.ts';

test('an IPv4 address is itself, however it is written', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('of an IPv6 address the network is taken', () => {
  const one = networkOf('2001:db8:1:2:3:4:5:6');
  expect(one).toBe('2001:db8:1:2');
  expect(networkOf('2001:0DB8:0001:2::1')).toBe(one);
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});

test('a port that a proxy wrote beside the address is no part of it', () => {
  expect(networkOf('192.0.2.7:51234')).toBe('192.0.2.7');
  expect(networkOf('[2001:db8:1:2::1]:51234')).toBe('2001:db8:1:2');
  expect(networkOf('[2001:db8:1:2::1]')).toBe('2001:db8:1:2');
});
