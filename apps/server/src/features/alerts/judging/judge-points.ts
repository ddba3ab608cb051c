import { type SeasonalValue, usualRange, usualWidths } from '@lamppost/statistics';
import { intervalRules, slotsOf } from './alert-calendar.ts';
import type { AlertDefinition } from './alert-definition.ts';
import { describeVerdict } from './describe-verdict.ts';
import type { Point } from './fetch-points.ts';
import { type Measured, measuredBy } from './measured.ts';
import type { Usual, Verdict } from './verdict.ts';

type Condition = AlertDefinition['condition'];

/** Between which values nothing is wrong, and how far inside an alert that fires has to be to be resolved. */
interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
  readonly margin: number;
  readonly usual: Usual | null;
}

/** Verdicts about the points from the place `from` on; those before are their history. Pure. */
export function judgePoints(
  definition: AlertDefinition,
  points: readonly Point[],
  { from, timezone, nowMs }: { readonly from: number; readonly timezone: string; readonly nowMs: number },
): Verdict[] {
  const measured = measuredBy(definition);
  const past = definition.condition.kind === 'unusual' ? pastOf(definition, measured, points, timezone) : [];
  return points.slice(Math.max(0, from)).map((point, at) => {
    const index = Math.max(0, from) + at;
    const { settleMs } = intervalRules[definition.interval];
    const isSettled = nowMs >= point.toMs + settleMs;
    const before = points[index - 1];
    const bounds =
      point.value === null ? 'Nothing was measured' : boundsOf(definition, measured, { point, before, past, index });
    const judged =
      typeof bounds === 'string'
        ? { low: null, high: null, usual: null, outcome: 'unknown' as const }
        : { low: bounds.low, high: bounds.high, usual: bounds.usual, outcome: outcomeOf(point, bounds) };
    const isCertain = isSettled || (measured.isGrowing && isAbove(point, judged.high));
    const verdict = { ...point, isSettled, ...judged, ...(isCertain ? {} : { outcome: 'unknown' as const }) };
    const { fromMs, toMs, value, low, high, usual, outcome } = verdict;
    const reason = typeof bounds === 'string' ? bounds : undefined;
    const message = describeVerdict(definition, measured, { ...verdict, before, reason }, timezone);
    return { fromMs, toMs, isSettled, value, low, high, usual, outcome, message };
  });
}

const isAbove = ({ value }: Point, high: number | null): boolean => value !== null && high !== null && value > high;

function outcomeOf({ value }: Point, { low, high, margin }: Bounds): Verdict['outcome'] {
  if (value === null) return 'unknown';
  if ((high !== null && value > high) || (low !== null && value < low)) return 'breached';
  const isInside = (high === null || value <= high - margin) && (low === null || value >= low + margin);
  return isInside ? 'recovered' : 'between';
}

interface Judging {
  readonly point: Point;
  readonly before: Point | undefined;
  readonly past: readonly (SeasonalValue | null)[];
  readonly index: number;
}

/** A text says why there are none. */
function boundsOf(definition: AlertDefinition, measured: Measured, judging: Judging): Bounds | string {
  const { condition } = definition;
  const share = definition.recovery.marginPercent / 100;
  switch (condition.kind) {
    case 'threshold': {
      const { op, value } = condition;
      // A share of 99.9 % cannot come back by 5 % of itself: its distance to 100 counts where that is less.
      const size = measured.unit === 'percent' ? Math.min(Math.abs(value), Math.abs(100 - value)) : Math.abs(value);
      return { ...sides(op === 'above', op === 'below', value, value), margin: share * size, usual: null };
    }
    case 'change':
      return boundsOfChange(condition, judging.before?.value, share);
    case 'unusual':
      return boundsOfUsual(definition, condition, measured, judging, share);
  }
}

const sides = (isHigh: boolean, isLow: boolean, high: number, low: number) => ({
  high: isHigh ? high : null,
  low: isLow ? low : null,
});

/** The change itself is enough: the bounds are a hair inside of it. */
function boundsOfChange(
  { direction, by, unit }: Extract<Condition, { kind: 'change' }>,
  before: number | null | undefined,
  share: number,
): Bounds | string {
  if (before == null) return 'There is nothing to compare with before it';
  if (unit === 'percent' && before === 0) return 'It was 0 before, so there is no change in percent';
  const change = unit === 'percent' ? (Math.abs(before) * by) / 100 : by;
  const hair = 1e-9 * (Math.abs(before) + change);
  const [high, low] = [before + change - hair, before - change + hair];
  return { ...sides(direction !== 'down', direction !== 'up', high, low), margin: share * change, usual: null };
}

function boundsOfUsual(
  { interval }: AlertDefinition,
  { direction, sensitivity }: Extract<Condition, { kind: 'unusual' }>,
  { noise, unit }: Measured,
  { point, past, index }: Judging,
  share: number,
): Bounds | string {
  const { seasons, history } = intervalRules[interval];
  const known = past.slice(Math.max(0, index - history), index).filter((value) => value !== null);
  const samplingVariance = point.of === undefined ? undefined : varianceOfShare(point.value ?? 0, point.of);
  const range = usualRange(known, past[index]?.slots ?? [], {
    minSamples: seasons.map(({ minSamples }) => minSamples),
    width: usualWidths[sensitivity],
    noise,
    ...(samplingVariance === undefined ? {} : { samplingVariance }),
  });
  if (range.kind === 'too_little_history') {
    return `Too little history to say what is usual: ${range.samples} of at least ${range.needed} ${interval}s with data`;
  }
  const isPercent = unit === 'percent';
  const low = isPercent ? Math.max(0, range.low) : range.low;
  const high = isPercent ? Math.min(100, range.high) : range.high;
  const usual = { low, high, basis: seasons[range.season]?.basis ?? 'all', samples: range.samples };
  return { ...sides(direction !== 'down', direction !== 'up', high, low), margin: (share * (high - low)) / 2, usual };
}

/** In percent squared, of a share of so many; by Agresti and Coull, so that it is not 0 for all or none of a few. */
function varianceOfShare(percent: number, of: number): number {
  const share = ((percent / 100) * of + 2) / (of + 4);
  return (100 ** 2 * share * (1 - share)) / Math.max(1, of);
}

/** What is usual cannot be told from the time before there was any data: counts of 0 before the first are left out. */
function pastOf(
  { interval }: AlertDefinition,
  { noise }: Measured,
  points: readonly Point[],
  timezone: string,
): (SeasonalValue | null)[] {
  const first = noise === 'absolute' ? 0 : points.findIndex(({ value }) => value !== null && value !== 0);
  return points.map((point, at) =>
    point.value === null
      ? null
      : at < first || first === -1
        ? null
        : { value: point.value, slots: slotsOf(interval, point, timezone) },
  );
}
