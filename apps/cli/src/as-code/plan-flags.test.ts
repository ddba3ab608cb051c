import { expect, test } from 'vitest';
import type { FlagSpec, TargetingSpec } from './flag-spec.ts';
import { planFlags } from './plan-flags.ts';

const flag = (production: TargetingSpec | undefined, more: Partial<FlagSpec> = {}): FlagSpec => ({
  key: 'a_flag',
  name: 'A flag',
  description: null,
  value_type: 'boolean',
  default_value: false,
  platforms: ['web'],
  tags: [],
  kind: 'release',
  status: 'active',
  prerequisites: [],
  expires_on: null,
  environments: production === undefined ? {} : { production },
  ...more,
});
const plan = (wanted: FlagSpec, existing: FlagSpec[]): string[] =>
  planFlags('f.yaml', [{ spec: wanted, line: 1, typeLine: 2 }], existing).map(({ kind }) => kind);

const none: TargetingSpec = { rules: [], rollout: null };
const half: TargetingSpec = { rules: [], rollout: { percentage: 50, value: true } };
const zero: TargetingSpec = { rules: [], rollout: { percentage: 0, value: true } };

test('what is as it should be needs nothing', () => {
  expect(plan(flag(half), [flag(half)])).toEqual([]);
  expect(plan(flag(none), [flag(zero)])).toEqual([]);
  expect(plan(flag(zero), [flag(none)])).toEqual([]);
});

test('environments that the file does not name are left alone', () => {
  expect(plan(flag(undefined), [flag(half)])).toEqual([]);
});

test('a rollout that the file does not have goes to nobody, with its value kept', () => {
  const [change] = planFlags('f.yaml', [{ spec: flag(none), line: 1, typeLine: 2 }], [flag(half)]);
  expect(change).toMatchObject({ kind: 'rollout', rollout: { percentage: 0, value: true } });
});

test('a flag that is to be archived is created first', () => {
  expect(plan(flag(half, { status: 'archived' }), [])).toEqual(['create', 'patch', 'rollout']);
});

test('members of objects may stand in another order', () => {
  const json = { value_type: 'json', default_value: { a: 1, b: { c: 2, d: 3 } } } as const;
  const other = { value_type: 'json', default_value: { b: { d: 3, c: 2 }, a: 1 } } as const;
  expect(plan(flag(none, json), [flag(none, other)])).toEqual([]);
});

test('a type that differs is refused with the line', () => {
  expect(() => plan(flag(none), [flag(none, { value_type: 'string', default_value: '' })])).toThrow(
    expect.objectContaining({ exitCode: 6, details: [expect.stringContaining('f.yaml:2: a_flag is a string')] }),
  );
});

test('prerequisites and expiry are set, after the flags that are needed exist', () => {
  const needs = { prerequisites: [{ flag: 'other', value: true }], expires_on: '2027-03-31' };
  const placed = [flag(undefined, needs), flag(undefined, { key: 'other' })].map((spec) => ({
    spec,
    line: 1,
    typeLine: 2,
  }));
  const changes = planFlags('f.yaml', placed, []);
  expect(changes.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['create a_flag', 'create other', 'patch a_flag']);
  expect(changes[2]).toMatchObject({ patch: { prerequisites: needs.prerequisites }, before: { prerequisites: [] } });
  expect(plan(flag(undefined, needs), [flag(undefined, needs)])).toEqual([]);
  expect(plan(flag(undefined), [flag(undefined, needs)])).toEqual(['patch']);
});
