import { expect, test } from 'vitest';
import { HIDDEN, isPersonalField, withoutPerson } from './personal-data.ts';

const personal = [
  ...['user_id', 'device_id', 'anonymous_id', 'person_id', 'session_id'],
  ...['user.email', 'user.name', 'user_then.name', 'user.firstName', 'user."Phone Number"'],
  ...['event_properties.email', 'event_properties.contact.email', 'event_properties.contact_email'],
  ...['event_properties.clientIp', 'event_context.ip', 'event_properties.ip_address', 'E-Mail', 'customer_id'],
];
const others = [
  ...['country', 'platform', 'app_version', 'event_name', 'user.plan', 'user.country', 'flag.new_checkout'],
  ...['event_properties.product.name', 'event_properties.name', 'event_properties.product_id', 'name', 'id'],
  ...['event_properties.membership', 'event_properties.zip', 'event_properties.tip', 'event_properties.email_opened'],
  ...['event_properties.relationship', 'event_properties.last_login', 'event_properties.voicemail'],
];
for (const field of personal) test(`${field} identifies a person`, () => expect(isPersonalField(field)).toBe(true));
for (const field of others) test(`${field} does not`, () => expect(isPersonalField(field)).toBe(false));

test('values that look like an address or id of a person are hidden, others are not', () => {
  const people = ['ada@example.org', 'Ada <ada@example.org>', '203.0.113.7', '+49 170 1234567'];
  const ids = ['018f2f6e-7c1a-7000-8000-000000000001', 'u:018f2f6e-7c1a-7000-8000-000000000001'];
  expect([...people, ...ids].map(withoutPerson)).toEqual(Array(6).fill(HIDDEN));
  const kept = ['Peru', '4.12.0', 'iPhone17,1', '(none)', 'java.lang.OutOfMemoryError', '/cart/items', '2026-11-17'];
  expect(kept.map(withoutPerson)).toEqual(kept);
});
