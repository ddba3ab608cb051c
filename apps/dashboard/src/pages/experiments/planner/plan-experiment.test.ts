import { expect, test } from 'vitest';
import type { Results } from '../results/results.ts';
import { baselineOf, unitsPerDay } from './baseline-of.ts';
import { daysText } from './days-text.ts';
import { detectableLift, planExperiment } from './plan-experiment.ts';
import { plannedBaseline, weightsOf } from './planned-baseline.ts';

const request = {
  baseline: { kind: 'share', share: 0.1 } as const,
  lift: 0.1,
  power: 0.8,
  analysis: { engine: 'fixed', confidence_level: 0.95 } as const,
  weights: [50, 50],
  unitsPerDay: 1000,
  unitsSoFar: 0,
};

test('10 % more of a conversion of 10 % needs about 29,500 units of a fixed horizon, and more of a sequence', () => {
  const fixed = planExperiment(request);
  const sequential = planExperiment({ ...request, analysis: { engine: 'sequential', confidence_level: 0.95 } });
  if (fixed.kind !== 'ok' || sequential.kind !== 'ok') throw new Error('both can be planned');
  expect(fixed.units).toBeGreaterThan(29_000);
  expect(fixed.units).toBeLessThan(30_000);
  expect(fixed.days).toBe(Math.ceil(fixed.units / 1000));
  expect(sequential.units).toBeGreaterThan(fixed.units * 1.3);
});

test('a smaller effect and a smaller treatment need more, and what is there already counts', () => {
  const unitsOf = (part: Partial<typeof request>) => {
    const plan = planExperiment({ ...request, ...part });
    return plan.kind === 'ok' ? plan.units : 0;
  };
  expect(unitsOf({ lift: 0.05 })).toBeGreaterThan(unitsOf({}) * 3.5);
  expect(unitsOf({ weights: [90, 10] })).toBeGreaterThan(unitsOf({}));
  expect(planExperiment({ ...request, unitsSoFar: 1e9 })).toMatchObject({ kind: 'ok', days: 0 });
  expect(planExperiment({ ...request, unitsPerDay: 0 })).toMatchObject({ kind: 'ok', days: null });
});

test('what cannot be planned says why', () => {
  expect(planExperiment({ ...request, lift: 20 })).toEqual({ kind: 'none', words: expect.stringContaining('100 %') });
  expect(planExperiment({ ...request, lift: 0 })).toEqual({ kind: 'none', words: 'Enter an effect above 0.' });
});

test('the smallest effect that so many units find is the one that needs them', () => {
  const plan = planExperiment(request);
  if (plan.kind !== 'ok') throw new Error('it can be planned');
  expect(detectableLift(request, plan.units)).toBeCloseTo(request.lift, 3);
  expect(detectableLift(request, 3)).toBeNull();
});

test('a baseline is what was typed, as a share or a mean with its deviation', () => {
  expect(plannedBaseline(true, 12.5, undefined)).toEqual({ kind: 'share', share: 0.125 });
  expect(plannedBaseline(false, 4, 8)).toEqual({ kind: 'mean', mean: 4, variance: 64 });
  expect(plannedBaseline(false, 4, undefined)).toBeUndefined();
  expect(plannedBaseline(true, 0, undefined)).toBeUndefined();
  expect(plannedBaseline(true, 100, undefined)).toBeUndefined();
});

test('the control comes first in the weights', () => {
  const weights = weightsOf([
    { weight: 70, isControl: false },
    { weight: 30, isControl: true },
  ]);
  expect(weights).toEqual([30, 70]);
});

test('the control of a running experiment is its baseline, and its last week its pace', () => {
  const series = Array.from({ length: 10 }, (_, day) => ({ units: (day + 1) * 50 }));
  const variant = (variant_key: string) => ({ variant_key, value: 2, standard_error: 0.1, units: 500, series });
  const results = {
    started_at: '2026-11-01T00:00:00.000Z',
    as_of: '2026-11-11T00:00:00.000Z',
    exposures: [
      { variant_key: 'a', is_control: true, units: 500 },
      { variant_key: 'b', is_control: false, units: 500 },
    ],
    metrics: [{ variants: [variant('a'), variant('b')] }],
  } as unknown as Results;
  const [metric] = results.metrics;
  expect(metric && baselineOf(metric, results.exposures)).toEqual({
    kind: 'mean',
    mean: 2,
    variance: expect.closeTo(5),
  });
  expect(unitsPerDay(results)).toBe(100);
  expect(unitsPerDay({ ...results, metrics: [] })).toBe(100);
  expect(unitsPerDay({ ...results, started_at: null })).toBe(0);
});

test('days are said as far as they mean anything', () => {
  expect([daysText(1, false), daysText(null, false), daysText(5000, false), daysText(0, true)]).toEqual([
    '1 day at current traffic',
    'Never reached without traffic',
    'More than two years at current traffic',
    'Enough units exposed',
  ]);
});
