import { expect, test } from 'vitest';
import { chooseEvent } from '../../../insights/metrics/metric-choice.ts';
import type { Experiment } from '../experiment.ts';
import {
  bodyOf,
  defaultAnalysis,
  draftOfExperiment,
  type ExperimentDraft,
  evenSplit,
  evenWeights,
  formProblems,
  freeName,
  newDraft,
  newMetric,
  weightSum,
} from './experiment-draft.ts';

const ready: ExperimentDraft = {
  ...newDraft,
  name: 'Button',
  key: 'button',
  metrics: [{ ...newMetric('m1', 'primary'), event: 'purchase' }],
};

test.each([2, 3, 6, 7, 9, 10])('an even split of %i makes exactly 100 %%', (count) => {
  const weights = evenWeights(count);
  expect(weights).toHaveLength(count);
  expect(weightSum(weights.map((weight) => ({ weight })))).toBe(100);
  expect(Math.max(...weights) - Math.min(...weights)).toBeLessThan(0.1);
});

test('an even split changes weights and nothing else', () => {
  const [first, second] = newDraft.variants;
  const split = evenSplit([
    { ...first, weight: 90 } as (typeof newDraft.variants)[number],
    second as (typeof newDraft.variants)[number],
  ]);
  expect(split).toEqual(newDraft.variants);
});

test('a form that is filled in has no problems, an empty one says what is missing', () => {
  expect(formProblems(ready)).toEqual({});
  expect(formProblems(newDraft)).toEqual({
    name: 'Enter a name',
    key: expect.any(String),
    'metrics.0.event_name': 'Select an event',
  });
});

test('weights, keys, control, payload and primary metric are looked at', () => {
  const [a, b] = ready.variants;
  const problems = formProblems({
    ...ready,
    variants: [
      { ...a, id: 'v1', key: 'x', name: 'A', weight: 60, isControl: false, payload: [] },
      { ...b, id: 'v2', key: 'x', name: ' ', weight: 0, isControl: false, payload: {} },
    ],
    metrics: [{ ...newMetric('m', 'guardrail'), event: 'e', type: 'sum', field: ' ' }],
  });
  expect(problems).toEqual({
    variants: 'Weights must add up to 100 % (now 60 %)',
    'variants.0.payload': 'A payload must be a JSON object, for example {}',
    'variants.1.key': 'Another variant has this key',
    'variants.1.name': 'Enter a name',
    'variants.1.weight': 'At least 1 %',
    'metrics.0.aggregation_field': 'Select a property',
    metrics: expect.stringContaining('primary'),
  });
  const controlless = ready.variants.map((variant) => ({ ...variant, isControl: false }));
  expect(formProblems({ ...ready, variants: controlless }).variants).toContain('control');
});

test('what was stored comes back as it was sent', () => {
  const stored = { key: 'button', ...bodyOf(ready) } as unknown as Experiment;
  expect(draftOfExperiment(stored)).toEqual(ready);
});

test('a ratio, a window, a direction and a margin come back as they were sent', () => {
  const draft: ExperimentDraft = {
    ...ready,
    metrics: [
      ...ready.metrics,
      {
        ...newMetric('m2', 'secondary'),
        event: 'purchase',
        type: 'ratio',
        field: 'total',
        name: 'Order value',
        denominatorEvent: 'purchase',
        windowHours: 48,
      },
      { ...newMetric('m3', 'guardrail'), event: 'failed', type: 'count', direction: 'decrease', marginPct: 2.5 },
    ],
    analysis: { ...defaultAnalysis, engine: 'fixed', planned_days: 14 },
  };
  expect(formProblems(draft)).toEqual({});
  expect(bodyOf(draft).metrics[2]).toMatchObject({ margin: 0.025, direction: 'decrease', is_guardrail: true });
  const stored = { key: 'button', ...bodyOf(draft) } as unknown as Experiment;
  expect(draftOfExperiment(stored)).toEqual(draft);
});

test('a ratio needs an event below the line, a built-in metric neither that nor a property', () => {
  const metrics = [{ ...newMetric('m1', 'primary'), event: 'a', type: 'ratio' as const }];
  expect(formProblems({ ...ready, metrics })).toEqual({
    'metrics.0.denominator_event': 'Select the denominator event',
  });
  const builtIn = { ...newMetric('m1', 'primary'), ...chooseEvent(newMetric('m1', 'primary'), '$startup') };
  expect(builtIn).toMatchObject({ event: '$startup', type: 'p95', direction: 'decrease' });
  expect(formProblems({ ...ready, metrics: [builtIn] })).toEqual({});
  expect(bodyOf({ ...ready, metrics: [builtIn] }).metrics[0]).toMatchObject({ aggregation_field: null });
  expect(chooseEvent(builtIn, 'purchase')).toEqual({ event: 'purchase', type: 'conversion', direction: 'increase' });
});

test('a new variant gets a name that is free', () => {
  expect(freeName('variant_', ['control', 'variant_3'])).toBe('variant_4');
  expect(freeName('variant_', ['a'])).toBe('variant_2');
});
