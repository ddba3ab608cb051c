import { formatCount } from '../../../design/format/format-count.ts';
import { formatDuration } from '../../../design/format/format-duration.ts';
import { formatPercent, formatShortNumber, NO_VALUE } from '../../../design/format/format-number.ts';
import type { Tone } from '../../../design/primitives/status-badge.tsx';
import type { MetricResult, Results, VariantResult } from './results.ts';

interface StateWords {
  readonly label: string;
  readonly tone: Tone;
}

/** What to do about the experiment, in a word or two. */
export const decisionStates: Readonly<Record<Results['decision'], StateWords>> = {
  ship: { label: 'Ready to ship', tone: 'good' },
  stop: { label: 'Stop', tone: 'bad' },
  keep_control: { label: 'Keep control', tone: 'warn' },
  no_difference: { label: 'No difference', tone: 'neutral' },
  keep_running: { label: 'Keep running', tone: 'neutral' },
  not_enough_data: { label: 'Not enough data', tone: 'neutral' },
  invalid: { label: 'Not valid', tone: 'bad' },
};

/** What a metric says of one variant. */
export const variantStates: Readonly<Record<VariantResult['decision'], StateWords>> = {
  control: { label: 'Control', tone: 'neutral' },
  better: { label: 'Better', tone: 'good' },
  worse: { label: 'Worse', tone: 'bad' },
  no_difference: { label: 'No difference', tone: 'neutral' },
  undecided: { label: 'Undecided', tone: 'neutral' },
  not_enough_data: { label: 'Not enough data', tone: 'neutral' },
  ok: { label: 'OK', tone: 'good' },
  breached: { label: 'Breached', tone: 'bad' },
};

type UnitOfValue = MetricResult['unit_of_value'];

export function formatValue(value: number | null, unit: UnitOfValue): string {
  if (value === null) return NO_VALUE;
  if (unit === 'share') return formatPercent(value * 100);
  return unit === 'ms' ? formatDuration(value) : formatShortNumber(value);
}

const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '');

/** A relative lift: 0.041 is "+4.1 %". */
export function formatLift(lift: number | null): string {
  return lift === null ? NO_VALUE : `${signOf(lift)}${formatPercent(Math.abs(lift) * 100, liftPlaces(lift))}`;
}

const liftPlaces = (lift: number): number => (Math.abs(lift) >= 0.1 ? 1 : 2);

/** An absolute lift, in the unit of the metric. */
export function formatDifference(value: number | null, unit: UnitOfValue): string {
  if (value === null) return NO_VALUE;
  const size = Math.abs(value);
  return `${signOf(value)}${unit === 'share' ? `${formatShortNumber(size * 100)} pp` : formatValue(size, unit)}`;
}

/** "+4.1 % to +9.8 %"; of the difference itself where there is no relative lift. */
export function formatInterval(result: VariantResult, unit: UnitOfValue): string {
  if (result.interval !== null) return `${formatLift(result.interval[0])} to ${formatLift(result.interval[1])}`;
  if (result.interval_abs === null) return NO_VALUE;
  return `${formatDifference(result.interval_abs[0], unit)} to ${formatDifference(result.interval_abs[1], unit)}`;
}

export const formatLiftOf = (result: VariantResult, unit: UnitOfValue): string =>
  result.lift_rel === null ? formatDifference(result.lift_abs, unit) : formatLift(result.lift_rel);

/** Of being better than the control; never quite sure, also where a double cannot tell it from 1. */
export function formatChance(chance: number | null): string {
  if (chance === null) return NO_VALUE;
  const unsure = Math.min(1 - 1e-6, Math.max(1e-6, chance));
  return formatPercent(unsure * 100, unsure > 0.001 && unsure < 0.999 ? 1 : 2);
}

/** The split as a state: a broken one makes everything else worthless. */
export function splitState({ srm }: Pick<Results, 'srm'>): StateWords & { readonly detail: string } {
  if (srm.ok === null)
    return { label: 'Not enough data', tone: 'neutral', detail: 'Not enough units to check the split yet.' };
  const p = srm.p_value === null ? '' : ` (p = ${formatP(srm.p_value)})`;
  if (srm.ok) return { label: 'As expected', tone: 'good', detail: `Variants got their expected share of units${p}.` };
  return {
    label: 'Mismatch',
    tone: 'bad',
    detail: `Sample ratio mismatch${p}. Fix the cause before trusting the results.`,
  };
}

export const formatP = (p: number): string =>
  p < 0.0001 ? p.toExponential(1) : p.toLocaleString('en', { maximumSignificantDigits: 2 });

/** All guardrails as one state, and those that are breached by name. */
export function guardrailState(
  metrics: readonly MetricResult[],
  nameOf: (metric: MetricResult) => string,
): (StateWords & { readonly detail: string }) | undefined {
  const guardrails = metrics.filter(({ is_guardrail }) => is_guardrail);
  if (guardrails.length === 0) return undefined;
  const decisionsOf = (metric: MetricResult) => metric.variants.map(({ decision }) => decision);
  const breached = guardrails.filter((metric) => decisionsOf(metric).includes('breached'));
  if (breached.length > 0) {
    return { label: 'Breached', tone: 'bad', detail: `${breached.map(nameOf).join(', ')} got worse.` };
  }
  const waiting = guardrails.filter((metric) => !decisionsOf(metric).includes('ok'));
  if (waiting.length === guardrails.length) {
    return { label: 'Not enough data', tone: 'neutral', detail: `Monitoring: ${guardrails.map(nameOf).join(', ')}.` };
  }
  const rest = waiting.length === 0 ? '' : ` Not enough data yet: ${waiting.map(nameOf).join(', ')}.`;
  const passed = formatCount(guardrails.length - waiting.length, 'guardrail');
  return { label: 'OK', tone: 'good', detail: `No harm detected in ${passed}.${rest}` };
}
