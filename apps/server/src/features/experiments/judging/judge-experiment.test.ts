import { DAY_MS } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import type { Analysis, Experiment, Metric } from '../experiment-store.ts';
import { judgeExperiment } from './judge-experiment.ts';
import {
  momentsOf,
  type SampleVariant,
  sampleExperiment,
  sampleMetric,
  sampleStatistics,
  shares,
  startedAtMs,
} from './sample-experiment.contract.ts';

interface Case {
  readonly metrics?: readonly Metric[];
  readonly numbers: readonly (readonly SampleVariant[])[];
  readonly units?: readonly number[];
  readonly analysis?: Partial<Analysis>;
  readonly experiment?: Partial<Experiment>;
  readonly days?: number;
  readonly isSeen?: boolean;
}

function judge({ metrics = [sampleMetric()], numbers, analysis, experiment, days = 10, units, isSeen = true }: Case) {
  const exposed = units ?? (numbers[0] ?? []).map((variant) => variant.units);
  return judgeExperiment(
    sampleExperiment(metrics, analysis, experiment),
    sampleStatistics(
      exposed,
      numbers.map((variants, at) =>
        momentsOf(metrics[at]?.metricType === 'ratio' ? 'ratio' : 'mean', variants, { isSeen }),
      ),
    ),
    { startedAtMs, asOfMs: startedAtMs + days * DAY_MS },
  );
}

const crashFree = sampleMetric({
  eventName: '$crash_free_sessions',
  metricType: 'ratio',
  isPrimary: false,
  isGuardrail: true,
  name: null,
});
const second = sampleMetric({ eventName: 'refund', name: 'Refunds', isPrimary: false, direction: 'decrease' });
const wins = shares([10_000, 1_000], [10_000, 1_300]);
const same = shares([10_000, 1_000], [10_000, 1_010]);
const thirds: Partial<Experiment> = {
  variants: ['control', 'blue', 'green'].map((key, at) => ({
    key,
    name: key,
    isControl: at === 0,
    weight: 100 / 3,
    payload: {},
  })),
};
/** Sessions: nearly all without a crash, or fewer. */
const sessions = (units: number, share: number): SampleVariant => ({
  units,
  mean: 4 * share,
  variance: 2,
  x: { mean: 4, variance: 2 },
  covariance: 1.95,
});

describe('the verdict', () => {
  test.each<[string, Case, decision: string, verdict: RegExp | string]>([
    ['a clear win', { numbers: [wins] }, 'ship', /^blue raises Purchase by 1\d\.\d % to 4\d\.\d %\. Safe to ship\.$/],
    [
      'a clear loss',
      { numbers: [wins.toReversed()] },
      'keep_control',
      /^blue lowers Purchase by 1\d\.?\d* % to 3\d\.?\d* %\. Keep control\.$/,
    ],
    ['nothing yet', { numbers: [same] }, 'keep_running', /^No difference has been shown yet\./],
    [
      'nothing by the planned end',
      { numbers: [same], analysis: { plannedDays: 10 } },
      'no_difference',
      'No difference was found in the primary metrics.',
    ],
    [
      'nothing when it was completed',
      { numbers: [same], experiment: { status: 'completed', completedAtMs: startedAtMs + 5 * DAY_MS } },
      'no_difference',
      'No difference was found in the primary metrics.',
    ],
    [
      'fewer units than a verdict needs',
      { numbers: [shares([40, 4], [44, 20])] },
      'not_enough_data',
      /^Not enough data yet: about 1 day left\.$/,
    ],
    ['nobody', { numbers: [[]], units: [0, 0] }, 'not_enough_data', 'No one has been exposed to the experiment yet.'],
    [
      'a broken split',
      { numbers: [wins], units: [10_000, 9_000] },
      'invalid',
      "Sample ratio mismatch: don't trust the results until the cause is found.",
    ],
    [
      'a win that harms a guardrail',
      { metrics: [sampleMetric(), crashFree], numbers: [wins, [sessions(10_000, 0.999), sessions(10_000, 0.95)]] },
      'stop',
      /^blue lowers Crash-free sessions by \d.* Stop blue\.$/,
    ],
    [
      'a win while guardrails hold',
      { metrics: [sampleMetric(), crashFree], numbers: [wins, [sessions(10_000, 0.99), sessions(10_000, 0.99)]] },
      'ship',
      /Safe to ship\.$/,
    ],
    [
      'fewer of what should get less',
      { metrics: [sampleMetric({ direction: 'decrease', name: 'Errors' })], numbers: [wins.toReversed()] },
      'ship',
      /^blue lowers Errors by .* Safe to ship\.$/,
    ],
    [
      'a fixed horizon that is not reached',
      { numbers: [wins], analysis: { engine: 'fixed', plannedDays: 14 } },
      'keep_running',
      'Analyzed once, after 14 days. About 4 days left.',
    ],
    [
      'a fixed horizon that is reached',
      { numbers: [wins], analysis: { engine: 'fixed', plannedDays: 14 }, days: 14 },
      'ship',
      /Safe to ship\.$/,
    ],
    ['chances', { numbers: [wins], analysis: { engine: 'bayesian' } }, 'ship', /Safe to ship\.$/],
    [
      'the best of two winners',
      { numbers: [shares([9_000, 900], [9_000, 1_200], [9_000, 1_400])], experiment: thirds },
      'ship',
      /^green raises Purchase/,
    ],
    [
      'one treatment harms, another wins',
      {
        metrics: [sampleMetric(), crashFree],
        numbers: [
          shares([9_000, 900], [9_000, 1_200], [9_000, 1_300]),
          [sessions(9_000, 0.999), sessions(9_000, 0.998), sessions(9_000, 0.95)],
        ],
        experiment: thirds,
      },
      'ship',
      /^blue raises Purchase/,
    ],
    [
      'one treatment is worse, another open',
      { numbers: [shares([9_000, 900], [9_000, 600], [9_000, 905])], experiment: thirds },
      'keep_running',
      /^blue lowers Purchase by .* The others are undecided\./,
    ],
  ])('%s', (_, sample, decision, verdict) => {
    const judged = judge(sample);
    expect([judged.decision, judged.verdict]).toEqual([decision, expect.stringMatching(verdict)]);
  });

  test('a draft, and a moment before the start', () => {
    const statistics = sampleStatistics([0, 0], [momentsOf('mean', [])]);
    const draft = sampleExperiment([sampleMetric()], {}, { status: 'draft', startedAtMs: null });
    const times = { startedAtMs, asOfMs: startedAtMs };
    expect(judgeExperiment(draft, statistics, times).verdict).toBe("The experiment hasn't started.");
    expect(judgeExperiment(sampleExperiment([sampleMetric()]), statistics, times).verdict).toBe(
      "The experiment hadn't started at that time.",
    );
  });

  test('what is missing is said, and decides nothing', () => {
    const nothing = judge({ numbers: [shares([5_000, 0], [5_000, 0])], isSeen: false });
    expect(nothing.metrics[0]?.missing).toBe('No event "purchase" was received since the start.');
    expect([nothing.decision, nothing.reasons[0]]).toEqual([
      'not_enough_data',
      'No event "purchase" was received since the start.',
    ]);
    const constant = sampleMetric({ metricType: 'count' });
    const flat = [1, 1].map((mean) => ({ units: 5_000, mean, variance: 0 }));
    const judged = judge({ metrics: [constant], numbers: [flat] });
    expect(judged.metrics[0]?.variants[1]).toMatchObject({
      decision: 'not_enough_data',
      reason: 'All units have the same value, so no difference can be measured.',
    });
    expect(judged.metrics[0]?.variants[1]?.comparison).toMatchObject({ liftAbs: 0, liftRel: 0, interval: null });
  });

  test('one variant without units', () => {
    const judged = judge({ numbers: [shares([400, 40], [0, 0])], units: [400, 0] });
    expect(judged.decision).toBe('invalid');
    expect(judged.metrics[0]?.variants[1]).toMatchObject({ decision: 'not_enough_data', estimate: { units: 0 } });
  });

  test('beside the verdict: what gets worse elsewhere, and who is left out', () => {
    const experiment = sampleExperiment([sampleMetric(), second]);
    const numbers = [wins, wins].map((variants) => momentsOf('mean', variants));
    const statistics = sampleStatistics([10_000, 10_000], numbers, { excludedUnits: 900, unknownUnits: 3 });
    const { decision, reasons } = judgeExperiment(experiment, statistics, {
      startedAtMs,
      asOfMs: startedAtMs + DAY_MS,
    });
    expect(decision).toBe('ship');
    expect(reasons.slice(-3)).toEqual([
      expect.stringMatching(/^Also, blue raises Refunds by /),
      '900 units saw more than one variant and are excluded.',
      '3 units have an unknown variant.',
    ]);
  });
});

describe('many comparisons', () => {
  const metrics = [
    sampleMetric(),
    ...Array.from({ length: 9 }, (_, at) => sampleMetric({ name: `M${at}`, isPrimary: false })),
  ];
  const slight = shares([10_000, 1_000], [10_000, 1_110]);
  const numbers = [slight, ...Array.from({ length: 9 }, () => same)];
  const decisionWith = (correction: Analysis['correction']) =>
    judge({ metrics, numbers, analysis: { correction, engine: 'fixed' } }).metrics[0]?.variants[1];

  test('the more there are, the more each has to show', () => {
    expect(decisionWith('none')?.decision).toBe('better');
    const corrected = decisionWith('holm');
    expect(corrected?.decision).toBe('undecided');
    expect(corrected?.reason).toMatch(/^p = 0\.0\d+; p = 0\.\d+ after correction for 10 comparisons\.$/);
    expect(corrected?.adjustedPValue).toBeCloseTo(10 * (corrected?.comparison?.pValue ?? 0), 12);
  });

  test('guardrails and metrics without data are not among them', () => {
    const judged = judge({
      metrics: [sampleMetric(), crashFree, sampleMetric({ eventName: 'x', name: 'X', isPrimary: false })],
      numbers: [slight, [sessions(10_000, 0.99), sessions(10_000, 0.99)], shares([10_000, 0], [10_000, 0])],
      analysis: { engine: 'fixed' },
    });
    const [first, guardrail, empty] = judged.metrics.map(({ variants }) => variants[1]);
    expect(first?.adjustedPValue).toBe(first?.comparison?.pValue);
    expect([guardrail?.decision, guardrail?.adjustedPValue]).toEqual(['ok', null]);
    expect([empty?.decision, empty?.adjustedPValue]).toEqual(['not_enough_data', null]);
  });

  test('a guardrail that nobody has touched is ok, with enough units', () => {
    const untouched = (units: number) =>
      judge({
        metrics: [sampleMetric(), crashFree],
        numbers: [
          shares([units, units / 10], [units, units / 10]),
          [1, 1].map(() => ({ units, mean: 2, variance: 0, x: { mean: 2, variance: 0 } })),
        ],
      }).metrics[1]?.variants[1]?.decision;
    expect([untouched(50), untouched(500)]).toEqual(['not_enough_data', 'ok']);
  });

  test('a margin is put up with', () => {
    const margin = (value: number) =>
      judge({
        metrics: [sampleMetric(), { ...crashFree, margin: value }],
        numbers: [same, [sessions(10_000, 0.99), sessions(10_000, 0.97)]],
      }).metrics[1]?.variants[1]?.decision;
    expect([margin(0), margin(0.2)]).toEqual(['breached', 'ok']);
  });
});

describe('days to go', () => {
  const daysOf = (sample: Case) => judge(sample).daysToGo;
  test('to the planned end', () => {
    expect(daysOf({ numbers: [same], analysis: { plannedDays: 30 }, days: 9.5 })).toBe(21);
  });
  test('until enough units have come at the pace of the last day', () => {
    // 500 a day; 84 of 200 are there.
    expect(daysOf({ numbers: [shares([40, 4], [44, 4])] })).toBeGreaterThanOrEqual(1);
    expect(daysOf({ numbers: [shares([10_000, 1_000], [10_000, 1_100])] })).toBeGreaterThan(20);
  });
  test('none for what is decided, paused, or would take a year', () => {
    expect(daysOf({ numbers: [wins] })).toBeNull();
    expect(daysOf({ numbers: [same], experiment: { status: 'paused' } })).toBeNull();
    expect(daysOf({ numbers: [shares([100_000, 10], [100_000, 10])] })).toBeNull();
  });
});

test('the leading variant is the one with the best chance in the first primary metric', () => {
  expect(judge({ numbers: [wins] }).leadingVariant).toBe('blue');
  expect(judge({ numbers: [wins.toReversed()] }).leadingVariant).toBe('control');
  expect(judge({ numbers: [[]], units: [0, 0] }).leadingVariant).toBeNull();
});
