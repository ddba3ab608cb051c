import { expect, test } from 'vitest';
import { liftAxis } from './lift-axis.ts';
import { changeMarkers, liftLines } from './lift-lines.ts';
import { metricNotes } from './metric-notes.ts';
import {
  formatChance,
  formatDifference,
  formatInterval,
  formatLift,
  formatP,
  formatValue,
  guardrailState,
  splitState,
} from './result-words.ts';
import { type MetricResult, metricGroups, type VariantResult } from './results.ts';

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

const variant = (part: Partial<VariantResult> = {}): VariantResult => ({
  variant_key: 'blue',
  units: 1000,
  value: 0.12,
  adjusted_value: null,
  standard_error: 0.01,
  lift_abs: 0.02,
  lift_rel: 0.2,
  interval: [0.05, 0.35],
  interval_abs: [0.005, 0.035],
  p_value: 0.01,
  adjusted_p_value: 0.02,
  chance_to_beat: 0.99,
  expected_loss: 0.0001,
  decision: 'better',
  reason: null,
  ...part,
});
const metric = (part: Partial<MetricResult> = {}): MetricResult => ({
  event_name: 'purchase',
  metric_type: 'conversion',
  name: null,
  aggregation_field: null,
  denominator_event: null,
  denominator_field: null,
  conversion_window_hours: null,
  is_primary: true,
  is_guardrail: false,
  direction: 'increase',
  margin: 0,
  unit_of_value: 'share',
  cap: null,
  ignored_values: 0,
  variance_reduction: null,
  theta: null,
  missing: null,
  sql: 'SELECT 1',
  variants: [variant()],
  ...part,
});

test.each([
  [0.041, '+4.1 %'],
  [-0.0004, '−0.04 %'],
  [1.5, '+150 %'],
  [0, '0 %'],
  [null, '–'],
])('a lift of %s is written %s', (lift, words) => {
  expect(plain(formatLift(lift))).toBe(words);
});

test('values are written in the unit of their metric', () => {
  expect(plain(formatValue(0.123, 'share'))).toBe('12.3 %');
  expect(plain(formatValue(1240, 'ms'))).toBe('1.24 s');
  expect(formatValue(null, 'number')).toBe('–');
  expect(plain(formatDifference(-0.005, 'share'))).toBe('−0.5 pp');
});

test('an interval is that of the lift, or else of the difference, or none', () => {
  expect(plain(formatInterval(variant(), 'share'))).toBe('+5 % to +35 %');
  expect(plain(formatInterval(variant({ interval: null }), 'share'))).toBe('+0.5 pp to +3.5 pp');
  expect(formatInterval(variant({ interval: null, interval_abs: null }), 'share')).toBe('–');
});

test('no chance is ever quite sure', () => {
  expect(plain(formatChance(0.972))).toBe('97.2 %');
  expect(plain(formatChance(1))).toBe('> 99.99 %');
  expect(plain(formatChance(0))).toBe('< 0.01 %');
  expect(formatP(0.00000012)).toBe('1.2e-7');
  expect(formatP(0.0312)).toBe('0.031');
});

test('a split is as designed, broken, or not to be told yet', () => {
  const state = (p_value: number | null, ok: boolean | null) =>
    splitState({ srm: { p_value, ok, method: 'sequential' } }).label;
  expect([state(0.4, true), state(1e-9, false), state(null, null)]).toEqual([
    'As expected',
    'Mismatch',
    'Not enough data',
  ]);
});

test('guardrails are breached as soon as one is, and named', () => {
  const guardrail = (name: string, decision: VariantResult['decision']) =>
    metric({ name, is_primary: false, is_guardrail: true, variants: [variant({ decision })] });
  const nameOf = ({ name }: MetricResult) => name ?? '';
  expect(guardrailState([metric()], nameOf)).toBeUndefined();
  const breached = guardrailState([guardrail('a', 'ok'), guardrail('b', 'breached')], nameOf);
  expect(breached).toMatchObject({ label: 'Breached', tone: 'bad', detail: 'b got worse.' });
  expect(guardrailState([guardrail('a', 'ok')], nameOf)).toMatchObject({
    label: 'OK',
    detail: 'No harm detected in 1 guardrail.',
  });
  const waiting = guardrailState([guardrail('a', 'ok'), guardrail('b', 'not_enough_data')], nameOf);
  expect(waiting?.detail).toContain('Not enough data yet: b');
  expect(guardrailState([guardrail('a', 'not_enough_data')], nameOf)?.label).toBe('Not enough data');
});

test('metrics are grouped by what they are for, and empty groups are left out', () => {
  const guardrail = metric({ is_primary: false, is_guardrail: true });
  expect(metricGroups([guardrail, metric()]).map(({ role }) => role)).toEqual(['Primary', 'Guardrails']);
});

test('one axis holds the primary intervals whole and is not stretched by a metric that knows nothing', () => {
  const wide = metric({ is_primary: false, variants: [variant({ interval: [-9, 30] })] });
  const { domain } = liftAxis([metric(), wide], 5);
  expect(domain[1]).toBeGreaterThan(35);
  expect(domain[1]).toBeLessThan(200);
  expect(domain[0]).toBeGreaterThan(-200);
  const near = metric({ is_primary: false, variants: [variant({ interval: [-0.5, 0.1] })] });
  expect(liftAxis([metric(), near], 5).domain[0]).toBeLessThan(-50);
});

test('what is special about a metric is said in a few words', () => {
  const notes = metricNotes(
    metric({
      is_guardrail: true,
      direction: 'decrease',
      margin: 0.02,
      conversion_window_hours: 48,
      variance_reduction: 0.31,
      cap: 400,
      ignored_values: 3,
    }),
  );
  expect(notes.map(plain)).toEqual([
    'lower is better',
    'allows 2 % increase',
    '2 d after exposure',
    'variance −31 % (CUPED)',
    'capped at 400',
    '3 values not numeric',
  ]);
  expect(metricNotes(metric())).toEqual([]);
  expect(metricNotes(metric({ variance_reduction: 0.004 }))).toEqual([]);
});

test('the band of the first days is cut off, so that the last ones can be read', () => {
  const at = (day: number, lift_rel: number | null, interval: readonly [number, number] | null) => ({
    at: `2026-11-0${day}T00:00:00.000Z`,
    units: 10,
    value: 1,
    lift_rel,
    interval,
  });
  const series = [at(1, null, null), at(2, 4, [-20, 28]), at(3, 0.1, [0.05, 0.15])];
  const lines = liftLines(metric({ variants: [variant({ decision: 'control' }), variant({ series })] }));
  expect(lines.times).toHaveLength(3);
  expect(lines.series).toEqual([{ name: 'blue', values: [null, 45, 10] }]);
  expect(lines.bands[0]).toMatchObject({ low: [null, -45, 5], high: [null, 45, 15] });
});

test('edits in the middle are markers; that it was made is none', () => {
  const change = (action: string) => ({
    at: '2026-11-02T00:00:00.000Z',
    action,
    actor: { kind: 'member', name: 'Ada' },
    summary: 'Traffic from 10 to 50',
  });
  expect(changeMarkers([change('created'), change('traffic_set')])).toEqual([
    { atMs: Date.parse('2026-11-02'), kind: 'experiment', title: 'Traffic from 10 to 50', detail: 'Ada' },
  ]);
});
