import { expect, test } from 'vitest';
import type { RequestedChange } from './change-request.ts';
import { isSameDifference } from './is-same-difference.ts';

const change = (before: object | null, after: object): RequestedChange => ({
  entityType: 'targeting',
  entityId: 'f',
  entityKey: 'flag',
  environmentId: 'e',
  action: 'rollout_set',
  before: before && { ...before },
  after: { ...after },
});
const rollout = (percentage: number, id = 'r', value: unknown = true) => ({ rollout: { id, percentage, value } });

const created = (id: string, key = 'flag'): RequestedChange => ({
  ...change(null, { id, key }),
  entityType: 'flag',
  entityId: id,
  entityKey: key,
  action: 'created',
});

const cases: readonly [name: string, a: RequestedChange[], b: RequestedChange[], isSame: boolean][] = [
  ['the same twice', [change(null, rollout(5))], [change(null, rollout(5))], true],
  ['another id of a new rollout', [change(null, rollout(5, 'a'))], [change(null, rollout(5, 'b'))], true],
  ['another percentage', [change(null, rollout(5))], [change(null, rollout(6))], false],
  ['another state before', [change(rollout(1), rollout(5))], [change(rollout(2), rollout(5))], false],
  ['another moment', [change(null, { updated_at: 'x' })], [change(null, { updated_at: 'y' })], true],
  [
    'another id inside a value',
    [change(null, rollout(5, 'r', { at: 1 }))],
    [change(null, rollout(5, 'r', { at: 2 }))],
    false,
  ],
  ['another id of a rule', [change(null, { rules: [{ id: 'a' }] })], [change(null, { rules: [{ id: 'b' }] })], false],
  ['one change more', [change(null, rollout(5))], [change(null, rollout(5)), change(null, rollout(5))], false],
  ['another id of what is created', [created('a')], [created('b')], true],
  ['another key of what is created', [created('a')], [created('a', 'other')], false],
  ['undefined and absent', [change(null, { name: undefined })], [change(null, {})], true],
];
for (const [name, a, b, isSame] of cases) {
  test(`isSameDifference: ${name}`, () => expect(isSameDifference(a, b)).toBe(isSame));
}
