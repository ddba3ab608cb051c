import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompiledFlag } from './compile-flag.ts';
import { type CompiledRuleset, compileRuleset } from './compile-ruleset.ts';
import { evaluateAll } from './evaluate-all.ts';
import { fillRuleset } from './fill-ruleset.contract.ts';
import { FlagCompiler } from './flag-compiler.ts';
import { FlagTable } from './flag-table.ts';
import type { FlagDefinition } from './ruleset.ts';

const field = fc.constantFrom('a', 'b', 'country', 'user_group');
const condition = fc.record({
  field,
  op: fc.constantFrom('eq', 'neq', 'regex', 'exists'),
  values: fc.constantFrom(['x'], ['y'], ['(']),
});
const rules = fc.array(fc.record({ conditions: fc.array(condition, { maxLength: 2 }) }), { maxLength: 3 });
const step = fc.record({ key: fc.constantFrom('one', 'two', 'three'), rules: fc.option(rules, { nil: undefined }) });
const regex = (pattern: string) => new RegExp(pattern);
const contexts = ['x', 'y', undefined].flatMap((a) =>
  [['x'], []].map((groups) => ({ country: 'x', groups, attributes: { a, b: 'y' } })),
);

const rulesetOf = ({ conditionCount }: FlagCompiler, flags: readonly CompiledFlag[]): CompiledRuleset => ({
  configVersion: '1',
  flags: FlagTable.of(flags),
  experiments: [],
  conditionCount,
  problems: [],
});

test('flags compiled one at a time, replaced and released are evaluated as if all were compiled at once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const compiler = new FlagCompiler({ groups: new Map(), cohorts: new Map(), regex });
      const definitions = new Map<string, FlagDefinition>();
      const compiled = new Map<string, CompiledFlag>();
      for (const { key, rules: sent } of steps) {
        const before = compiled.get(key);
        if (before !== undefined) compiler.release(before);
        compiled.delete(key);
        definitions.delete(key);
        const [definition] = sent === undefined ? [] : fillRuleset({ flag: { key, rules: sent } }).flags;
        if (definition === undefined) continue;
        definitions.set(key, definition);
        compiled.set(key, compiler.compile(definition));
      }
      const whole = compileRuleset(
        { flags: [...definitions.values()], experiments: [], groups: {}, config_version: '1' },
        { regex },
      );
      const assembled = rulesetOf(compiler, [...compiled.values()]);
      for (const context of contexts) expect(evaluateAll(assembled, context)).toEqual(evaluateAll(whole, context));
    }),
  );
});

test('a flag that is changed for ever takes no more verdicts than it has conditions', () => {
  const compiler = new FlagCompiler({ groups: new Map(), cohorts: new Map(), regex });
  let compiled: CompiledFlag | undefined;
  for (let time = 0; time < 100; time += 1) {
    if (compiled !== undefined) compiler.release(compiled);
    const conditions = [
      { field: 'a', op: 'eq', values: [`${time}`] },
      { field: 'b', op: 'eq', values: ['always'] },
    ];
    // Broken by its last condition every other time: what was taken before that is given back.
    const last = { field: 'c', op: 'regex', values: [time % 2 === 0 ? '(' : 'c'] };
    const [definition] = fillRuleset({ flag: { rules: [{ conditions: [...conditions, last] }] } }).flags;
    if (definition !== undefined) compiled = compiler.compile(definition);
  }
  expect(compiler.conditionCount).toBe(3);
});

test('who joins or leaves a group is seen without compiling anew', () => {
  const testers = new Set<string>();
  const compiler = new FlagCompiler({ groups: new Map([['testers', testers]]), cohorts: new Map(), regex: undefined });
  const flag = {
    key: 'flag',
    rules: [{ conditions: [{ field: 'user_group', op: 'in', values: ['testers'] }], value: true }],
  };
  const [definition] = fillRuleset({ flag }).flags;
  if (definition === undefined) throw new Error('There is no flag');
  const ruleset = rulesetOf(compiler, [compiler.compile(definition)]);
  const value = () => evaluateAll(ruleset, { userId: 'u', attributes: {} }).get('flag')?.value;
  const values = [value()];
  testers.add('u');
  values.push(value());
  testers.delete('u');
  expect([...values, value()]).toEqual([false, true, false]);
});
