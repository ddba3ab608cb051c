import { expect, test } from 'vitest';
import { planRevert, planSave } from './save-plan.ts';
import type { Rule, Targeting, TargetingDraft } from './targeting.ts';

const rule = (id: string, value: unknown = true): Rule => ({
  id,
  name: null,
  conditions: [],
  value,
  percentage: 100,
  enabled: true,
});
const draft = (rules: Rule[], rollout: TargetingDraft['rollout'] = null): TargetingDraft => ({ rules, rollout });
const whole = (part: Partial<Targeting>): Targeting => ({
  flag_id: 'f',
  environment_id: 'e',
  rules: [],
  rollout: null,
  kill: null,
  ...part,
});
const kill = { value: false, reason: 'payments fail', at: '2026-01-01T00:00:00Z' };

test('nothing is sent for what is the same, whatever the order of members', () => {
  expect(planSave(draft([rule('a', { x: 1, y: 2 })]), draft([rule('a', { y: 2, x: 1 })]), false)).toEqual([]);
});

test('each changed thing is one request', () => {
  const wanted = draft([rule('b'), rule('a')], { percentage: 10, value: true });
  expect(planSave(draft([rule('a'), rule('b')]), wanted, false)).toEqual([
    { kind: 'rules', rules: wanted.rules },
    { kind: 'rollout', percentage: 10, value: true },
  ]);
});

test('a rollout that is taken away is given to nobody', () => {
  const steps = planSave(draft([], { percentage: 30, value: true }), draft([]), false);
  expect(steps).toEqual([{ kind: 'rollout', percentage: 0, value: true }]);
  expect(planSave(draft([], { percentage: 0, value: true }), draft([]), false)).toEqual([]);
});

test('going back restores a flag that was not killed then', () => {
  expect(planRevert(whole({ kill }), whole({}), false)).toEqual([{ kind: 'restore' }]);
});

test('going back to a kill kills before it changes rules', () => {
  const steps = planRevert(whole({ rules: [rule('a')] }), whole({ kill }), false);
  expect(steps.map((step) => step.kind)).toEqual(['kill', 'rules']);
});

test('going back to the same kill sends nothing', () => {
  expect(planRevert(whole({ kill }), whole({ kill: { ...kill, at: '2020-01-01T00:00:00Z' } }), false)).toEqual([]);
});

test('going back to before there was any targeting empties it', () => {
  const now = whole({ rules: [rule('a')], rollout: { id: 'r', percentage: 40, value: true } });
  expect(planRevert(now, null, false)).toEqual([
    { kind: 'rules', rules: [] },
    { kind: 'rollout', percentage: 0, value: true },
  ]);
});
