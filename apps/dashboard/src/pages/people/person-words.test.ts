import { expect, test } from 'vitest';
import { countName, experimentOutcome, flagReason, personName, valueWords } from './person-words.ts';

test('a person is called by a name, else by an email, else not at all', () => {
  expect(personName({ name: 'Ada', email: 'ada@example.org' })).toBe('Ada');
  expect(personName({ name: ' ', email: 'ada@example.org' })).toBe('ada@example.org');
  expect(personName({ name: 7, plan: 'pro' })).toBeUndefined();
});

test('why a flag has its value names the rule when it has a name', () => {
  expect(flagReason({ reason: 'RULE_MATCH', rule_name: 'Paying' })).toBe('Rule “Paying” matches');
  expect(flagReason({ reason: 'RULE_MATCH', rule_name: null })).toBe('A rule matches');
  expect(flagReason({ reason: 'DEFAULT', rule_name: null })).toContain('default');
});

test('being outside of the traffic is reported from being without an id', () => {
  expect(experimentOutcome({ outcome: 'outside_traffic' })).not.toBe(experimentOutcome({ outcome: 'no_identity' }));
});

test('values stand in one line, an empty text too', () => {
  expect([valueWords(''), valueWords('x'), valueWords(false), valueWords({ a: 1 })]).toEqual([
    'empty string',
    'x',
    'false',
    '{"a":1}',
  ]);
});

test('a count that nobody named is still readable', () => {
  expect([countName('failed_events'), countName('some_new_thing')]).toEqual(['Failed events', 'Some new thing']);
});
