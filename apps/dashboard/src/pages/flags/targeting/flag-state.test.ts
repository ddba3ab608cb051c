import { expect, test } from 'vitest';
import { flagState, staleWords } from './flag-state.ts';
import type { Rule, Targeting } from './targeting.ts';

type Aimed = Pick<Targeting, 'rules' | 'rollout' | 'kill'>;
const boolean = { status: 'active', value_type: 'boolean', default_value: false } as const;
const text = { status: 'active', value_type: 'string', default_value: 'classic' } as const;
const rule = (value: unknown, enabled = true): Rule => ({
  id: 'r',
  name: null,
  conditions: [],
  value,
  percentage: 100,
  enabled,
});
const aimed = (part: Partial<Aimed>): Aimed => ({ rules: [], rollout: null, kill: null, ...part });
const rollout = (percentage: number, value: unknown) => ({ rollout: { id: 'x', percentage, value } });
const said = (...args: Parameters<typeof flagState>) => flagState(...args).words.replaceAll('\u202f', ' ');

test.each([
  ['nothing is set', aimed({}), 'Off in production'],
  ['targeting is not known', undefined, 'Off in production'],
  ['a rollout', aimed(rollout(30, true)), 'On for 30 % of production'],
  [
    'a rollout and rules',
    aimed({ ...rollout(30, true), rules: [rule(true), rule(false)] }),
    'On for 30 % of production, 2 rules',
  ],
  ['all users', aimed(rollout(100, true)), 'On for all users in production'],
  ['a rollout of the default', aimed(rollout(50, false)), 'Off in production'],
  ['a rule alone', aimed({ rules: [rule(true)] }), 'On in production by 1 rule only'],
  ['a rule that is off', aimed({ rules: [rule(true, false)] }), 'Off in production'],
  ['a rule that gives the default', aimed({ rules: [rule(false)] }), 'Off in production, 1 rule'],
])('a boolean flag with %s', (_, targeting, words) => {
  expect(said(boolean, targeting, 'production')).toBe(words);
});

test('a flag that is on by default and off for some says how many have it on', () => {
  expect(said({ ...boolean, default_value: true }, aimed(rollout(20, false)), 'dev')).toBe('On for 80 % of dev');
  expect(said({ ...boolean, default_value: true }, aimed({}), 'dev')).toBe('On for all users in dev');
});

test('other types name their values', () => {
  expect(said(text, aimed(rollout(50, 'magazine')), 'production')).toBe(
    '"magazine" for 50 % of production, else "classic"',
  );
  expect(said(text, aimed(rollout(100, 'magazine')), 'production')).toBe('"magazine" for all users in production');
  expect(said(text, aimed({}), 'production')).toBe('Default "classic" for all users in production');
  expect(said(text, aimed({ rules: [rule('new')] }), 'production')).toBe('Default "classic" in production, 1 rule');
});

test('a kill wins over rules, an archive over a kill', () => {
  const killed = aimed({ ...rollout(100, true), kill: { value: false, reason: 'r', at: '2026-01-01T00:00:00Z' } });
  expect(flagState(boolean, killed, 'production')).toMatchObject({
    kind: 'killed',
    tone: 'bad',
    words: 'Killed in production: all users get false',
  });
  expect(flagState({ ...boolean, status: 'archived' }, killed, 'production').kind).toBe('archived');
});

test('why a flag looks forgotten is said in words', () => {
  expect(staleWords(null)).toBeUndefined();
  expect(staleWords('unseen')).toContain('30 days');
  expect(staleWords('settled')).toContain('Rollout');
});
