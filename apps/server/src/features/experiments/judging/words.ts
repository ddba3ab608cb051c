import { builtInMetric } from '@lamppost/protocol';
import type { Interval, MissingReason } from '@lamppost/statistics/experiments';
import type { Metric } from '../experiment-store.ts';

/** "4.1 %", "0.03 %", "1,240 %". */
export function percent(fraction: number): string {
  const value = Math.abs(fraction * 100);
  const digits = value >= 100 ? 0 : value >= 0.1 || value === 0 ? 1 : 2;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} %`;
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

export const metricName = ({ name, eventName, metricType, aggregationField }: Metric): string => {
  if (name !== null) return name;
  const builtIn = builtInMetric(eventName)?.name;
  if (metricType === 'p50' || metricType === 'p95' || metricType === 'p99') {
    return builtIn === undefined ? `${metricType} of ${aggregationField} of ${eventName}` : `${metricType} ${builtIn}`;
  }
  if (builtIn !== undefined) return builtIn;
  if (metricType === 'sum' || metricType === 'average') return `${metricType} of ${aggregationField} of ${eventName}`;
  return eventName;
};

interface Change {
  readonly liftAbs: number | null;
  readonly liftRel: number | null;
  readonly interval: Interval | null;
  readonly intervalAbs: Interval | null;
}

/** "raises Purchase by 4.1 % to 9.8 %". */
export function changeSentence(variant: string, name: string, change: Change): string {
  const isUp = (change.liftAbs ?? change.liftRel ?? 0) >= 0;
  return `${variant} ${isUp ? 'raises' : 'lowers'} ${name} by ${sizeOf(change)}`;
}

function sizeOf({ interval, intervalAbs, liftRel, liftAbs }: Change): string {
  if (interval !== null && interval.lower * interval.upper > 0) return range(interval, percent);
  if (liftRel !== null) return `about ${percent(liftRel)}`;
  if (intervalAbs !== null && intervalAbs.lower * intervalAbs.upper > 0) {
    return range(intervalAbs, (value) => figure(Math.abs(value)));
  }
  return liftAbs === null ? 'an unknown amount' : `about ${figure(Math.abs(liftAbs))}`;
}

/** From the smaller to the larger size. */
function range({ lower, upper }: Interval, show: (value: number) => string): string {
  const [near, far] = Math.abs(lower) < Math.abs(upper) ? [lower, upper] : [upper, lower];
  return `${show(near)} to ${show(far)}`;
}

export const listed = (words: readonly string[]): string =>
  words.length <= 1 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

export const unitCount = (number: number): string => `${count(number)} ${number === 1 ? 'unit' : 'units'}`;

export const days = (number: number): string => `${count(number)} ${number === 1 ? 'day' : 'days'}`;

const sentences: Readonly<Record<MissingReason, string>> = {
  no_units: 'A variant has no unit with a value.',
  one_unit: 'A variant has only one unit, so the variance is unknown.',
  too_few_units: 'There are not enough values for this type of metric.',
  zero_variance: 'All units have the same value, so no difference can be measured.',
  zero_control_mean: 'The control is at 0, so there is no relative lift.',
  control_mean_near_zero: "The control can't be distinguished from 0, so the relative lift has no bounds.",
  zero_denominator: 'The denominator is 0 in a variant.',
  not_finite: 'The values are too large to analyze.',
  impossible_input: 'The values contradict each other.',
  no_effect: 'There is no difference to plan for.',
  no_traffic: 'No new units are assigned.',
};

export const missingSentence = (reason: MissingReason): string => sentences[reason];
