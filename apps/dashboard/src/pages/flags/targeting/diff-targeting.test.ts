import { expect, test } from 'vitest';
import { diffTargeting } from './diff-targeting.ts';
import type { Rule } from './targeting.ts';

const rule = (id: string, part: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  conditions: [{ field: 'plan', op: 'eq', values: ['pro'] }],
  value: true,
  percentage: 100,
  enabled: true,
  ...part,
});
const plain = (lines: ReturnType<typeof diffTargeting>) =>
  lines.map((line) => ({ ...line, before: spaced(line.before), after: spaced(line.after) }));
const spaced = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\u202f', ' ') : text);

test('an added, a removed and a changed rule are one sentence each', () => {
  const before = { rules: [rule('a'), rule('b')], rollout: null };
  const after = { rules: [rule('a', { percentage: 50 }), rule('c')], rollout: null };
  expect(plain(diffTargeting(before, after))).toEqual([
    {
      kind: 'changed',
      path: ['a'],
      before: 'if plan is pro → true for 100 %',
      after: 'if plan is pro → true for 50 %',
    },
    { kind: 'added', path: ['c'], before: undefined, after: 'if plan is pro → true for 100 %' },
    { kind: 'removed', path: ['b'], before: 'if plan is pro → true for 100 %', after: undefined },
  ]);
});

test('another order is one line, and an insertion is no other order', () => {
  const moved = diffTargeting(
    { rules: [rule('a'), rule('b')], rollout: null },
    { rules: [rule('b'), rule('a')], rollout: null },
  );
  expect(moved).toEqual([{ kind: 'moved', path: ['Rule order'], before: 'a, b', after: 'b, a' }]);
  const inserted = diffTargeting(
    { rules: [rule('a')], rollout: null },
    { rules: [rule('x'), rule('a')], rollout: null },
  );
  expect(inserted.map(({ kind }) => kind)).toEqual(['added']);
});

test('a switched rule and a renamed one say so, not the whole sentence', () => {
  const lines = diffTargeting(
    { rules: [rule('a')], rollout: null },
    { rules: [rule('a', { name: 'z', enabled: false })], rollout: null },
  );
  expect(lines).toEqual([
    { kind: 'changed', path: ['z', 'name'], before: 'a', after: 'z' },
    { kind: 'changed', path: ['z', 'switch'], before: 'on', after: 'off' },
  ]);
});

test('rollout and kill switch have lines of their own', () => {
  const lines = diffTargeting(
    { rules: [], rollout: { percentage: 10, value: true }, kill: null },
    { rules: [], rollout: { percentage: 20, value: true }, kill: { value: false, reason: 'fire', at: '' } },
  );
  expect(plain(lines)).toEqual([
    { kind: 'added', path: ['Kill switch'], before: undefined, after: 'false for all users. Reason: fire' },
    {
      kind: 'changed',
      path: ['Rollout'],
      before: 'true for 10 % of users',
      after: 'true for 20 % of users',
    },
  ]);
});

test('the same is nothing, and nothing is nothing', () => {
  expect(diffTargeting({ rules: [rule('a')], rollout: null }, { rules: [rule('a')], rollout: null })).toEqual([]);
  expect(diffTargeting(null, null)).toEqual([]);
});
