import { expect, test } from 'vitest';
import { compileRuleset } from './compile-ruleset.ts';
import { explainFlag } from './explain-flag.ts';
import { fillRuleset } from './fill-ruleset.contract.ts';

const german = { field: 'country', op: 'eq', values: ['DE'] };
const staff = { field: 'user_group', op: 'in', values: ['staff'] };
const id = '11111111-1111-4111-8111-111111111111';

const explain = (flag: unknown, context: object, groups = {}) =>
  explainFlag(compileRuleset({ ...fillRuleset({ flag }), groups }), 'flag', { attributes: {}, ...context });

test('each rule says what became of it, and the rollout too', () => {
  const rules = [
    { id: 'off', enabled: false },
    { id: 'de', name: 'Germany', conditions: [{ field: 'plan', op: 'exists', values: [] }, german] },
    { id: 'r-1', percentage: 46 },
    { id, percentage: 87 },
    { id: 'last' },
  ];
  const explained = explain(
    { rules, rollout: { id: 'r', percentage: 10, value: true } },
    { userId: '4821', country: 'AT', attributes: { plan: 'pro' } },
  );
  expect(explained).toEqual({
    key: 'flag',
    configVersion: '1',
    prerequisites: [],
    identity: 'u:4821',
    evaluation: { value: true, reason: 'RULE_MATCH', ruleId: id, bucket: 86, hashInput: `u:4821:${id}` },
    rules: [
      { ruleId: 'off', name: undefined, percentage: 100, outcome: 'disabled' },
      {
        ...{ ruleId: 'de', name: 'Germany', percentage: 100, outcome: 'condition_failed' },
        failedCondition: { ...german, actual: 'AT' },
      },
      {
        ...{ ruleId: 'r-1', name: undefined, percentage: 46, outcome: 'outside_percentage' },
        ...{ bucket: 46, hashInput: 'u:4821:r-1' },
      },
      {
        ...{ ruleId: id, name: undefined, percentage: 87, outcome: 'matched' },
        ...{ bucket: 86, hashInput: `u:4821:${id}` },
      },
      { ruleId: 'last', name: undefined, percentage: 100, outcome: 'not_reached' },
    ],
    rollout: { percentage: 10, outcome: 'not_reached' },
  });
});

test('a rollout that leaves the subject out shows its bucket, and without identity says so', () => {
  const flag = { rollout: { id, percentage: 86, value: true } };
  expect(explain(flag, { userId: '4821' }).rollout).toEqual({
    ...{ percentage: 86, outcome: 'outside_percentage' },
    ...{ bucket: 86, hashInput: `u:4821:${id}` },
  });
  expect(explain(flag, {}).rollout).toEqual({ percentage: 86, outcome: 'no_identity' });
  expect(explain(flag, {}).identity).toBeUndefined();
});

test('a failed condition on groups shows the groups of the user, from the context and from the ruleset', () => {
  const groups = { staff: ['1'], beta: ['7'] };
  const { rules } = explain({ rules: [{ conditions: [staff] }] }, { userId: '7', groups: new Set(['vip']) }, groups);
  expect(rules[0]?.failedCondition).toEqual({ ...staff, actual: ['vip', 'beta'] });
});

test('a killed flag reaches none of its rules', () => {
  const { evaluation, rules } = explain({ kill: { value: false }, rules: [{}] }, {});
  expect(evaluation.reason).toBe('KILLED');
  expect(rules[0]?.outcome).toBe('not_reached');
});

test('a flag in error says which rule is to blame', () => {
  const { evaluation } = explain(
    { rules: [{ id: 'r-9', conditions: [{ field: 'x', op: 'regex', values: ['a'] }] }] },
    {},
  );
  expect(evaluation).toEqual({ value: false, reason: 'ERROR', error: 'rule r-9: no regex engine was given' });
});

test('a flag that is not there has nothing to explain', () => {
  expect(explainFlag(compileRuleset(fillRuleset({ flag: {} })), 'other', { attributes: {} })).toMatchObject({
    evaluation: { reason: 'NOT_FOUND' },
    rules: [],
  });
});
