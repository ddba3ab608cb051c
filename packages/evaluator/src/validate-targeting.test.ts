import type { Wire } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import type { ValueType } from './ruleset.ts';
import { isValueOfType, validateRollout, validateRules } from './validate-targeting.ts';

const rule = { id: 'r-1', name: 'Beta', conditions: [], value: true, percentage: 50, enabled: true };
const pathsOf = (rules: unknown, type: ValueType = 'boolean') => validateRules(rules, type).map(({ path }) => path);
const conditionPaths = (condition: unknown) =>
  pathsOf([{ ...rule, conditions: [condition] }]).map((path) => path.replace('rules.0.conditions.0', '*'));

describe('validateRules', () => {
  test('passes rules with and without ids and names', () => {
    expect(validateRules([rule, { ...rule, id: undefined }, { ...rule, id: null, name: null }], 'boolean')).toEqual([]);
    expect(validateRules([], 'boolean')).toEqual([]);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['no list', {}, 'rules'],
    ['no object', [7], 'rules.0'],
    ['an id twice', [rule, rule], 'rules.1.id'],
    ['an empty id', [{ ...rule, id: '' }], 'rules.0.id'],
    ['a name that is no text', [{ ...rule, name: 7 }], 'rules.0.name'],
    ['a value of another type', [{ ...rule, value: 'true' }], 'rules.0.value'],
    ['no value', [{ ...rule, value: undefined }], 'rules.0.value'],
    ['a percentage above 100', [{ ...rule, percentage: 100.1 }], 'rules.0.percentage'],
    ['a percentage below 0', [{ ...rule, percentage: -1 }], 'rules.0.percentage'],
    ['a percentage that is a text', [{ ...rule, percentage: '50' }], 'rules.0.percentage'],
    ['a percentage that is no number', [{ ...rule, percentage: Number.NaN }], 'rules.0.percentage'],
    ['no word on being enabled', [{ ...rule, enabled: undefined }], 'rules.0.enabled'],
    ['conditions that are no list', [{ ...rule, conditions: {} }], 'rules.0.conditions'],
    ['too many conditions', [{ ...rule, conditions: Array(21).fill({}) }], 'rules.0.conditions'],
  ];
  for (const [name, rules, path] of wrong) {
    test(`refuses ${name}`, () => expect(pathsOf(rules)).toEqual([path]));
  }

  test('names everything that is wrong at once', () => {
    const condition = { field: '', op: 'gt', values: [] };
    expect(pathsOf([{ conditions: [condition, null] }])).toEqual([
      ...['rules.0.enabled', 'rules.0.percentage', 'rules.0.value'],
      ...['rules.0.conditions.0.field', 'rules.0.conditions.0.values', 'rules.0.conditions.1'],
    ]);
  });
});

describe('a condition', () => {
  const right = [
    { field: 'country', op: 'in', values: ['DE', 'AT'] },
    { field: 'user_group', op: 'not_in', values: ['staff'] },
    { field: 'age', op: 'gte', values: [18] },
    { field: 'vip', op: 'eq', values: [true] },
    { field: 'app_version', op: 'lt', values: ['v2.10'] },
    { field: 'email', op: 'regex', values: ['@example\\.com$'] },
    { field: 'app_version', op: 'semver_gte', values: ['1.2', 2] },
    { field: 'email', op: 'exists', values: [] },
    { field: 'email', op: 'not_exists' },
  ];
  for (const condition of right) {
    test(`may be ${JSON.stringify(condition)}`, () => expect(conditionPaths(condition)).toEqual([]));
  }

  const wrong: readonly (readonly [unknown, string])[] = [
    [[], '*'],
    [{ field: 'x'.repeat(129), op: 'exists' }, '*.field'],
    [{ field: 'x', op: 'matches', values: ['a'] }, '*.op'],
    [{ field: 'user_group', op: 'contains', values: ['a'] }, '*.op'],
    [{ field: 'user_group', op: 'exists' }, '*.op'],
    [{ field: 'user_group', op: 'in', values: [1] }, '*.values.0'],
    [{ field: 'x', op: 'exists', values: ['a'] }, '*.values'],
    [{ field: 'x', op: 'eq' }, '*.values'],
    [{ field: 'x', op: 'eq', values: [] }, '*.values'],
    [{ field: 'x', op: 'in', values: Array(101).fill(1) }, '*.values'],
    [{ field: 'x', op: 'eq', values: ['a', null] }, '*.values.1'],
    [{ field: 'x', op: 'eq', values: ['x'.repeat(1025)] }, '*.values.0'],
    [{ field: 'x', op: 'contains', values: [7] }, '*.values.0'],
    [{ field: 'x', op: 'gt', values: [true] }, '*.values.0'],
    [{ field: 'os_version', op: 'gt', values: ['latest'] }, '*.values.0'],
    [{ field: 'x', op: 'semver_gt', values: ['1.2.3.4'] }, '*.values.0'],
    [{ field: 'x', op: 'regex', values: ['a', '(?=b)'] }, '*.values.1'],
  ];
  for (const [condition, path] of wrong) {
    const shown = JSON.stringify(condition).slice(0, 70);
    test(`must not be ${shown}`, () => expect(conditionPaths(condition)).toEqual([path]));
  }

  test('knows every operator of the wire', () => {
    const ops: Record<Wire['Condition']['op'], readonly (string | number)[]> = {
      ...{ eq: ['a'], neq: ['a'], in: ['a'], not_in: ['a'], gt: [1], gte: [1], lt: [1], lte: [1] },
      ...{ contains: ['a'], not_contains: ['a'], starts_with: ['a'], ends_with: ['a'], regex: ['a'] },
      ...{ exists: [], not_exists: [], semver_gt: ['1'], semver_gte: ['1'], semver_lt: ['1'], semver_lte: ['1'] },
    };
    for (const [op, values] of Object.entries(ops)) expect(conditionPaths({ field: 'x', op, values })).toEqual([]);
  });
});

test('validateRollout refuses what is no share of a value', () => {
  expect(validateRollout({ percentage: 30, value: 'b' }, 'string')).toEqual([]);
  expect(validateRollout({ percentage: 130, value: 7 }, 'string').map(({ path }) => path)).toEqual([
    'percentage',
    'value',
  ]);
  expect(validateRollout(null, 'string').map(({ path }) => path)).toEqual(['rollout']);
});

describe('isValueOfType', () => {
  const cases: readonly (readonly [ValueType, unknown, boolean])[] = [
    ['boolean', false, true],
    ['boolean', 0, false],
    ['string', '', true],
    ['string', null, false],
    ['number', 0, true],
    ['number', Number.NaN, false],
    ['number', '1', false],
    ['json', {}, true],
    ['json', [], true],
    ['json', null, false],
    ['json', 'x', false],
  ];
  for (const [type, value, expected] of cases) {
    test(`${JSON.stringify(value)} is ${expected ? '' : 'not '}a ${type} value`, () =>
      expect(isValueOfType(value, type)).toBe(expected));
  }
});
