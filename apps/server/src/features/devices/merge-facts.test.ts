import { expect, test } from 'vitest';
import type { DeviceFacts } from './device-store.ts';
import { mergeFacts } from './merge-facts.ts';

const cases: { name: string; known: DeviceFacts; sent: DeviceFacts; facts: DeviceFacts; isChanged: boolean }[] = [
  {
    name: 'adds a fact',
    known: { platform: 'ios' },
    sent: { locale: 'de' },
    facts: { platform: 'ios', locale: 'de' },
    isChanged: true,
  },
  {
    name: 'replaces a fact',
    known: { platform: 'ios' },
    sent: { platform: 'web' },
    facts: { platform: 'web' },
    isChanged: true,
  },
  {
    name: 'keeps what was not sent',
    known: { platform: 'ios' },
    sent: {},
    facts: { platform: 'ios' },
    isChanged: false,
  },
  {
    name: 'the same again changes nothing',
    known: { platform: 'ios' },
    sent: { platform: 'ios' },
    facts: { platform: 'ios' },
    isChanged: false,
  },
];
for (const { name, known, sent, facts, isChanged } of cases) {
  test(`mergeFacts: ${name}`, () => expect(mergeFacts(known, sent)).toEqual({ facts, isChanged }));
}
