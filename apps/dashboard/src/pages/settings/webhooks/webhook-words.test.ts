import { expect, test } from 'vitest';
import { type DeliveryRow, responseOf, targetOf, type WebhookRow } from './webhook-words.ts';

const delivery = (row: Partial<DeliveryRow>) =>
  responseOf({ error: null, response_status: null, attempts: 1, ...row } as DeliveryRow);

test('what came back of a delivery', () => {
  expect(delivery({ attempts: 0 })).toBe('Not sent yet');
  expect(delivery({ response_status: 503 })).toBe('Status 503');
  expect(delivery({ response_status: 302, error: 'Redirects are not followed' })).toBe('Redirects are not followed');
  expect(delivery({})).toBe('Sent');
});

test('where a webhook goes', () => {
  const row = { url: null, recipients: ['a@b.example', 'c@d.example'] } as unknown as WebhookRow;
  expect(targetOf(row)).toBe('a@b.example, c@d.example');
  expect(targetOf({ ...row, url: 'https://x.example/' })).toBe('https://x.example/');
});
