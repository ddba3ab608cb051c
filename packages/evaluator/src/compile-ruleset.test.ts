import { expect, test } from 'vitest';
import { assignExperiments } from './assign-experiments.ts';
import { compileRuleset } from './compile-ruleset.ts';
import { evaluateValues } from './evaluate-all.ts';
import { evaluateFlag } from './evaluate-flag.ts';
import { fillRuleset } from './fill-ruleset.contract.ts';
import type { RegexEngine } from './regex-engine.ts';

const matching = (pattern: string) => ({ conditions: [{ field: 'x', op: 'regex', values: [pattern] }] });

test('a pattern is compiled once, however many rules have it and however often they are evaluated', () => {
  const seen: string[] = [];
  const regex: RegexEngine = (pattern) => {
    seen.push(pattern);
    return new RegExp(pattern);
  };
  const flags = [
    { key: 'one', rules: [matching('a'), matching('b')] },
    { key: 'two', rules: [matching('a')] },
  ];
  const compiled = compileRuleset(fillRuleset({ ruleset: { flags } }), { regex });
  for (let time = 0; time < 3; time += 1) evaluateFlag(compiled, 'two', { attributes: { x: 'a' } });
  expect(seen).toEqual(['a', 'b']);
});

test('a condition that many rules share is judged once for each evaluation', () => {
  let searches = 0;
  const regex: RegexEngine = (pattern) => ({
    test: (text) => {
      searches += 1;
      return text.includes(pattern);
    },
  });
  const rule = matching('a');
  const flags = ['one', 'two', 'three'].map((key) => ({ key, rules: [rule, rule] }));
  const compiled = compileRuleset(fillRuleset({ ruleset: { flags } }), { regex });
  expect(evaluateValues(compiled, { attributes: { x: 'b' } })).toEqual({ one: false, two: false, three: false });
  expect(searches).toBe(1);
  expect(evaluateValues(compiled, { attributes: { x: 'a' } })).toEqual({ one: true, two: true, three: true });
  expect(searches).toBe(2);
});

test('what was found of one condition is not taken for another', () => {
  const on = (field: string) => ({ conditions: [{ field, op: 'exists', values: [] }] });
  const flags = ['x', 'y', 'x', 'z', 'y'].map((field, index) => ({ key: `f${index}`, rules: [on(field)] }));
  const compiled = compileRuleset(fillRuleset({ ruleset: { flags } }));
  const values = evaluateValues(compiled, { attributes: { x: 1, z: 1 } });
  expect(values).toEqual({ f0: true, f1: false, f2: true, f3: true, f4: false });
});

test('what cannot be compiled is listed', () => {
  const flags = [{ key: 'good' }, { key: 'bad', rules: [{ id: 'r', ...matching('(') }] }];
  const experiments = [{ key: 'worse', variants: null }];
  const { problems } = compileRuleset(fillRuleset({ ruleset: { flags, experiments } }), {
    regex: (p) => new RegExp(p),
  });
  expect(problems).toEqual([
    { kind: 'flag', key: 'bad', message: expect.stringMatching(/^rule r: Invalid regular expression/) },
    { kind: 'experiment', key: 'worse', message: expect.any(String) },
  ]);
});

test('an engine that throws while it matches gives the default with the reason ERROR', () => {
  const regex: RegexEngine = () => ({
    test: () => {
      throw new Error('out of steps');
    },
  });
  const compiled = compileRuleset(fillRuleset({ flag: { rules: [matching('a')] } }), { regex });
  expect(evaluateFlag(compiled, 'flag', { attributes: { x: 'a' } })).toEqual({
    value: false,
    reason: 'ERROR',
    error: 'out of steps',
  });
  expect(evaluateFlag(compiled, 'flag', { attributes: {} }).reason).toBe('DEFAULT');
});

test('groups may be a set or a list', () => {
  const flag = { rules: [{ conditions: [{ field: 'user_group', op: 'in', values: ['staff'] }] }] };
  const compiled = compileRuleset(fillRuleset({ flag }));
  for (const groups of [new Set(['staff']), ['staff']]) {
    expect(evaluateFlag(compiled, 'flag', { groups, attributes: {} }).value).toBe(true);
  }
  expect(evaluateFlag(compiled, 'flag', { groups: new Set<string>(), attributes: {} }).value).toBe(false);
});

test('a payload that is changed by its receiver does not change the definition', () => {
  const payload = { color: 'red' };
  const experiments = [{ variants: [{ key: 'a', weight: 100, payload }] }];
  const compiled = compileRuleset(fillRuleset({ ruleset: { experiments } }));
  const given = assignExperiments(compiled, { userId: 'u', attributes: {} }).get('experiment')?.payload;
  expect(given).toEqual(payload);
  expect(given).not.toBe(payload);
});
