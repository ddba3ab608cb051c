import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret } from './new-secret.ts';
import { signMessage } from './sign-message.ts';

const body = JSON.stringify({ type: 'flag.changed', data: { key: 'ä.b' } });
const message = { id: 'msg_1', timestampSeconds: Math.floor(Date.now() / 1_000), body };

test('the published package verifies it, with every secret that is in force', () => {
  const [old, next] = [newSecret(), newSecret()];
  const headers = signMessage(message, [next, old]);
  for (const secret of [old, next]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test('the published package refuses another secret, another body, another id and another time', () => {
  const secret = newSecret();
  const headers = signMessage(message, [secret]);
  const verify = (text: string, changed: object, key = secret) =>
    new Webhook(key).verify(text, { ...headers, ...changed });
  expect(() => verify(body, {}, newSecret())).toThrow();
  expect(() => verify(`${body} `, {})).toThrow();
  expect(() => verify(body, { 'webhook-id': 'msg_2' })).toThrow();
  expect(() => verify(body, { 'webhook-timestamp': `${message.timestampSeconds - 1}` })).toThrow();
  expect(verify(body, {})).toBeDefined();
});
