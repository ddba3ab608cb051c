import type { AlertDefinition, AlertInterval } from './alert-definition.ts';
import type { Point } from './fetch-points.ts';
import type { Measured, MeasuredUnit } from './measured.ts';
import type { Usual, Verdict } from './verdict.ts';

type Described = Pick<Verdict, 'fromMs' | 'toMs' | 'isSettled' | 'value' | 'usual' | 'outcome'> & {
  readonly before: Point | undefined;
  /** Why it could not be judged. */
  readonly reason: string | undefined;
};

/** A verdict in a sentence, with what it was compared with. */
export function describeVerdict(
  definition: AlertDefinition,
  { label, unit }: Measured,
  verdict: Described,
  timezone: string,
): string {
  const { value, isSettled, reason } = verdict;
  const when = `${isSettled ? '' : 'so far '}${spanInWords(definition.interval, verdict, timezone)}`;
  if (value === null) return `${label}: ${(reason ?? 'nothing was measured').toLowerCase()} ${when}`;
  const said = `${label}: ${numberInWords(value, unit)} ${when}`;
  return reason === undefined ? `${said}; ${comparison(definition, unit, verdict, timezone)}` : `${said}. ${reason}`;
}

function comparison(
  { condition, interval }: AlertDefinition,
  unit: MeasuredUnit,
  { value, before, outcome, usual, fromMs }: Described,
  timezone: string,
): string {
  const isBreached = outcome === 'breached';
  switch (condition.kind) {
    case 'threshold':
      return `${isBreached ? '' : 'not '}${condition.op} ${numberInWords(condition.value, unit)}`;
    case 'change':
      return changeInWords(value ?? 0, before?.value ?? 0, interval, unit);
    case 'unusual':
      return usual === null ? '' : usualInWords(usual, unit, weekday(fromMs, timezone));
  }
}

function changeInWords(value: number, before: number, interval: AlertInterval, unit: MeasuredUnit): string {
  const was = `the ${interval} before (${numberInWords(before, unit)})`;
  if (value === before) return `the same as ${was}`;
  const word = value > before ? 'more' : 'less';
  if (unit === 'percent') return `${rounded(Math.abs(value - before))} points ${word} than ${was}`;
  const by =
    before === 0 ? rounded(Math.abs(value)) : `${rounded((100 * Math.abs(value - before)) / Math.abs(before))} %`;
  return `${by} ${word} than ${was}`;
}

function usualInWords(usual: Usual, unit: MeasuredUnit, day: string): string {
  const range = rangeInWords(usual, unit);
  switch (usual.basis) {
    case 'hour_of_week':
      return `${day}s at this hour usually have ${range}`;
    case 'hour_of_day':
      return `this hour of the day usually has ${range}`;
    case 'day_of_week':
      return `${day}s usually have ${range}`;
    case 'all':
      return `usually ${range}`;
  }
}

/** Counts are whole: those within the range. */
function rangeInWords({ low, high }: Usual, unit: MeasuredUnit): string {
  const [from, to] = unit === 'count' ? [Math.ceil(low), Math.floor(high)] : [low, high];
  return `${rounded(from)}–${numberInWords(to, unit)}`;
}

const units: Readonly<Partial<Record<MeasuredUnit, string>>> = { percent: ' %', ms: ' ms', mb: ' MB' };

const numberInWords = (value: number, unit: MeasuredUnit): string => `${rounded(value)}${units[unit] ?? ''}`;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const rounded = (value: number): string => (Math.abs(value) >= 1_000 ? whole : fine).format(value);

function spanInWords(interval: AlertInterval, { fromMs, toMs }: Described, timezone: string): string {
  const { date, time } = formatsOf(timezone);
  if (interval === 'day') return `on ${weekday(fromMs, timezone)} ${date.format(fromMs)}`;
  if (interval === 'week') return `in the week from ${date.format(fromMs)}`;
  return `between ${time.format(fromMs)} and ${time.format(toMs)} on ${date.format(fromMs)}`;
}

const weekday = (ms: number, timezone: string): string => formatsOf(timezone).weekday.format(ms);

type Formats = Readonly<Record<'date' | 'time' | 'weekday', Intl.DateTimeFormat>>;
/** By time zone. A preview describes each hour of weeks: making formats anew for each took most of its time. */
const formats = new Map<string, Formats>();

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  const made = {
    date: format({ day: 'numeric', month: 'short' }),
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    weekday: format({ weekday: 'long' }),
  };
  formats.set(timeZone, made);
  return made;
}
