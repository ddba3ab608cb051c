import { expect, test } from 'vitest';
import { insightFields, isInsightField } from './insight-fields.ts';

test('every column is a field', () => {
  expect(insightFields.filter((name) => !isInsightField(name))).toEqual([]);
});

for (const name of [
  'event_properties.plan',
  'event_properties.a.b.c.d.e',
  'event_context.device.type',
  'event_properties.with space',
  'event_properties.größe\n',
  `event_properties.${'k'.repeat(128)}`,
  'user.plan',
  'user_then.a.b',
  'flag.new_banner',
  'experiment."a.b"',
]) {
  test(`${JSON.stringify(name)} is a field`, () => expect(isInsightField(name)).toBe(true));
}

for (const name of [
  '',
  'plan',
  'Platform',
  'properties.plan',
  'event_properties',
  'event_properties.',
  'event_properties..a',
  'event_properties.a.',
  'event_properties.a.b.c.d.e.f',
  `event_properties.${'k'.repeat(129)}`,
  'event_contexts.a',
  'user',
  'user.',
  'flag.',
  'flag."a".b',
  'person.last_seen',
  'group',
  'toString',
  '__proto__',
  "platform' OR 1=1",
]) {
  test(`${JSON.stringify(name)} is no field`, () => expect(isInsightField(name)).toBe(false));
}
