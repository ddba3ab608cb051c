import { expect, test } from 'vitest';
import type { RuleSpec } from './flag-spec.ts';
import { keepRuleIds } from './keep-rule-ids.ts';

const rule = (name: string | null, value: unknown, id?: string): RuleSpec => ({
  ...(id === undefined ? {} : { id }),
  name,
  conditions: [],
  value,
  percentage: 100,
  enabled: true,
});
const idsOf = (rules: readonly RuleSpec[]): (string | undefined)[] => rules.map(({ id }) => id);

const cases = [
  { name: 'an id of the file stays', wanted: [rule('a', 1, 'x')], existing: [rule('a', 1, 'y')], ids: ['x'] },
  { name: 'the same name is the same rule', wanted: [rule('a', 2)], existing: [rule('a', 1, 'y')], ids: ['y'] },
  { name: 'the same content is the same rule', wanted: [rule(null, 1)], existing: [rule(null, 1, 'y')], ids: ['y'] },
  {
    name: 'another content without a name is a new rule',
    wanted: [rule(null, 2)],
    existing: [rule(null, 1, 'y')],
    ids: [undefined],
  },
  {
    name: 'order does not matter, and no id is given twice',
    wanted: [rule('b', 1), rule('a', 1), rule('a', 1)],
    existing: [rule('a', 1, 'x'), rule('b', 1, 'y')],
    ids: ['y', 'x', undefined],
  },
];
for (const { name, wanted, existing, ids } of cases) {
  test(`keepRuleIds: ${name}`, () => expect(idsOf(keepRuleIds(wanted, existing))).toEqual(ids));
}
