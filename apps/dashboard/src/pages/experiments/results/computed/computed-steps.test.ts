import { expect, test } from 'vitest';
import type { MetricResult, Results, VariantResult } from '../results.ts';
import { computedSteps } from './computed-steps.ts';

const control = {
  variant_key: 'grey',
  units: 1000,
  value: 0.1,
  adjusted_value: null,
  standard_error: 0.0095,
  decision: 'control',
} as VariantResult;
const blue = {
  variant_key: 'blue',
  units: 1000,
  value: 0.15,
  adjusted_value: null,
  standard_error: 0.0113,
  lift_abs: 0.05,
  lift_rel: 0.5,
  interval: [0.02, 0.98],
  interval_abs: [0.005, 0.095],
  p_value: 0.004,
  adjusted_p_value: 0.008,
  chance_to_beat: 0.9996,
  expected_loss: 0.00001,
  decision: 'better',
} as unknown as VariantResult;
const metric = {
  metric_type: 'conversion',
  direction: 'increase',
  is_guardrail: false,
  margin: 0,
  cap: null,
  theta: null,
  variants: [control, blue],
} as unknown as MetricResult;
const results = {
  engine: 'sequential',
  confidence_level: 0.95,
  analysis: { correction: 'holm' },
} as unknown as Results;

const numbersOf = (...args: Parameters<typeof computedSteps>) =>
  Object.fromEntries(computedSteps(...args).map(({ what, numbers }) => [what, numbers]));

test('every step has the numbers of this experiment put in', () => {
  const numbers = numbersOf(results, metric, blue);
  expect(numbers['Value of grey']).toBe('100 / 1,000 = 0.1');
  expect(numbers.Difference).toBe('0.15 − 0.1 = 0.05');
  expect(numbers['Standard error']).toBe('√(0.0113² + 0.0095²) = 0.0147628');
  expect(numbers['Confidence interval of the difference']).toMatch(/^0\.05 ± 3\.0482 · 0\.0147628 = 0\.005 to 0\.095$/);
  expect(numbers['Relative lift']).toBe('0.05 / 0.1 = 0.5');
  expect(numbers['Corrected for multiple comparisons']).toBe('p = 0.008, at most α = 0.05');
  expect(numbers['Chance to beat control']).toMatch(/^Φ\(\(0\.05\) \/ 0\.0147628\) = /);
});

test('a guardrail shows the test of harm with its margin instead', () => {
  const guardrail = { ...metric, is_guardrail: true, margin: 0.02 };
  const numbers = numbersOf(results, guardrail, { ...blue, p_value: 0.3 });
  expect(numbers['p-value of harm']?.replaceAll('\u202f', ' ')).toBe(
    'margin 2 % of the control: p = 0.3, above α = 0.05',
  );
  expect(numbers['Corrected for multiple comparisons']).toBeUndefined();
});

test('what is not there is left out: no value, no standard error, no relative lift', () => {
  expect(computedSteps(results, metric, { ...blue, value: null })).toEqual([]);
  const numbers = numbersOf(results, metric, { ...blue, standard_error: null, lift_rel: null, p_value: null });
  expect(Object.keys(numbers)).toEqual(['Value of grey', 'Value of blue']);
});
