import { expect, test } from 'vitest';
import { followTargeting, type Rolling } from './follow-targeting.ts';
import type { GuardrailWatch } from './guardrail.ts';
import type { Ramp } from './ramp.ts';

const watch: GuardrailWatch = { id: 'w', guardrails: [], confidenceLevel: 0.95, sinceMs: 5, breach: null };
const ramp: Ramp = {
  id: 'r',
  value: 'new',
  steps: [
    { percentage: 10, holdMinutes: 1, minUnits: null },
    { percentage: 20, holdMinutes: 1, minUnits: null },
  ],
  step: 0,
  stepSinceMs: 5,
  status: 'running',
  reason: null,
};
const rollout = (percentage: number, value: unknown = 'new') => ({ id: 'ro', percentage, value });
const before: Rolling = { rollout: rollout(10), kill: null, guardrails: watch, ramp };
const kill = { value: 'old', reason: 'x', atMs: 8 };
const breach = {
  guardrailId: 'g',
  atMs: 8,
  state: 'breached',
  reason: null,
  treatment: { units: 1, value: 1 },
  control: { units: 1, value: 1 },
  liftRel: null,
  pValue: 0.01,
} as const;
const after = (edit: Partial<Rolling>, from: Rolling = before) =>
  followTargeting(from, { ...from, ...edit }, 9, () => 'new id');

test('what the ramp does itself leaves it running and the comparison going on', () => {
  const next = after({ rollout: rollout(20), ramp: { ...ramp, step: 1 } });
  expect([next.ramp?.status, next.guardrails]).toEqual(['running', watch]);
});

test('a rollout that is changed, and a kill, stop the ramp', () => {
  expect(after({ rollout: rollout(50) }).ramp).toMatchObject({ status: 'stopped', reason: 'The rollout was changed.' });
  expect(after({ rollout: rollout(10, 'newer') }).ramp?.status).toBe('stopped');
  expect(after({ rollout: null }).ramp?.status).toBe('stopped');
  expect(after({ kill }).ramp).toMatchObject({ status: 'stopped', reason: 'The flag was killed.' });
  const completed = { ...ramp, status: 'completed' } as const;
  expect(after({ rollout: rollout(3) }, { ...before, ramp: completed }).ramp).toBe(completed);
});

test('nothing is watched while nobody is served the value, and what was breached stays to be read', () => {
  for (const edit of [{ kill }, { rollout: null }, { rollout: rollout(0) }]) {
    expect(after({ ...edit, guardrails: { ...watch, breach } }).guardrails).toEqual({
      ...watch,
      sinceMs: null,
      breach,
    });
  }
});

test('another value, a restore and a first rollout begin a comparison of their own', () => {
  const anew = { ...watch, id: 'new id', sinceMs: 9 };
  expect(after({ rollout: rollout(10, 'newer') }).guardrails).toEqual(anew);
  const killed = { ...before, kill, guardrails: { ...watch, sinceMs: null, breach } };
  expect(after({ kill: null }, killed).guardrails).toEqual(anew);
  const none = { ...before, rollout: null, ramp: null, guardrails: { ...watch, sinceMs: null } };
  expect(after({ rollout: rollout(1) }, none).guardrails).toEqual(anew);
  expect(after({ rollout: rollout(99) }).guardrails).toBe(watch);
});
