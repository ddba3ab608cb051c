import { MINUTE_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { advanceRamp, DEFAULT_MIN_UNITS, nextOfRamp, type Ramp, type RampEvidence } from './ramp.ts';

const ramp: Ramp = {
  id: 'r',
  value: true,
  steps: [
    { percentage: 1, holdMinutes: 10, minUnits: null },
    { percentage: 50, holdMinutes: 0, minUnits: 5 },
    { percentage: 100, holdMinutes: 60, minUnits: null },
  ],
  step: 0,
  stepSinceMs: 1_000,
  status: 'running',
  reason: null,
};
const later = 1_000 + 10 * MINUTE_MS;
const checked = (units: number, breached: string | null = null): RampEvidence => ({ kind: 'checked', units, breached });

test('it waits for the time of its step, whatever else is known', () => {
  for (const evidence of [checked(1e6), { kind: 'not_watched' }] as const) {
    expect(nextOfRamp(ramp, evidence, later - 1)).toEqual({ kind: 'wait', for: { kind: 'time', untilMs: later } });
  }
});

test('without guardrails time is all it waits for', () => {
  expect(nextOfRamp(ramp, { kind: 'not_watched' }, later)).toEqual({ kind: 'go_on' });
});

test('with guardrails it waits for users to judge by', () => {
  const wait = { kind: 'wait', for: { kind: 'units', units: 99, minUnits: DEFAULT_MIN_UNITS } };
  expect(nextOfRamp(ramp, checked(99), later)).toEqual(wait);
  expect(nextOfRamp(ramp, checked(100), later)).toEqual({ kind: 'go_on' });
  expect(nextOfRamp({ ...ramp, step: 1 }, checked(5), later)).toEqual({ kind: 'go_on' });
});

test('it does not go on while guardrails cannot be checked or one is breached', () => {
  const reasons = [{ kind: 'not_checked', reason: 'the store is down' }, checked(1e6, 'crashes')] as const;
  expect(reasons.map((evidence) => nextOfRamp(ramp, evidence, later))).toEqual([
    { kind: 'wait', for: { kind: 'guardrails', reason: 'the store is down' } },
    { kind: 'wait', for: { kind: 'guardrails', reason: 'crashes' } },
  ]);
});

test('a step lasts from when it came into force, however late that was', () => {
  const second = advanceRamp(ramp, later + 999);
  expect(second).toMatchObject({ step: 1, stepSinceMs: later + 999, status: 'running' });
  const third = advanceRamp(second, later + 1_000);
  expect(nextOfRamp(third, { kind: 'not_watched' }, later + 1_001)).toMatchObject({ for: { kind: 'time' } });
  expect(advanceRamp(third, later + 2_000)).toMatchObject({ step: 2, status: 'completed' });
});
