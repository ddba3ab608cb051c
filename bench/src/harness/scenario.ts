import { type Spread, spreadOf } from './spread.ts';

export interface CpuUse {
  /** What one of is counted. */
  readonly per: string;
  /** Of all our processes. */
  readonly oursMicros: number;
  readonly referenceMicros?: number;
}

/** Where a row lies on a curve that is drawn. */
export interface CurvePoint {
  readonly curve: string;
  readonly line: string;
  /** How many times the smallest size. */
  readonly times: number;
  /** As a share of the value at the smallest size. */
  readonly share: number;
}

export interface Row {
  readonly scenario: string;
  readonly measured: string;
  readonly reference: string;
  /** Our figure alone, where it is not the value. */
  readonly ours?: number;
  /** Measured divided by reference, or the figure itself where there is no reference; the median of the rounds. */
  readonly value: number;
  readonly unit: string;
  /** `–` without one. */
  readonly goal: string;
  readonly isMet: boolean;
  /** Of the value, over the rounds. */
  readonly spread?: Spread;
  /** The machine was too busy with other things. */
  readonly isNoisy?: boolean;
  readonly cpu?: CpuUse;
  readonly point?: CurvePoint;
}

export interface BenchOptions {
  /** Length of one round. */
  readonly seconds: number;
  /** Rounds that count; the median of them is reported. */
  readonly rounds: number;
  /** Events that are in the store before scenarios that ask for a full one. */
  readonly storedEvents: number;
  /** Of scenarios that grow: millions of stored events at which they measure, ascending. */
  readonly sizes: readonly number[];
  /** Of a scenario that looks at what long runs do. */
  readonly minutes: number;
}

export type Topic =
  | 'Ingest'
  | 'Config and flags'
  | 'Latency under load'
  | 'Store and queries'
  | 'Start, memory and size'
  | 'Growth'
  | 'Servers of others';

export interface Scenario {
  readonly name: string;
  readonly topic: Topic;
  readonly sentence: string;
  /** Without a server: it measures what is in this bench, so that no other revision can be measured by it. */
  readonly isInProcess?: boolean;
  /** Says through `note` what could not be measured here. */
  run(options: BenchOptions, note: (text: string) => void): Promise<readonly Row[]>;
}

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** A figure that must not be larger; the median of the rounds. */
export function boundRow(
  scenario: string,
  values: number | readonly number[],
  unit: string,
  max: number,
  measured: string,
  isNoisy = false,
): Row {
  const spread = spreadOf(typeof values === 'number' ? [values] : values);
  return {
    scenario,
    measured,
    reference: '–',
    value: spread.median,
    unit,
    goal: `≤ ${max}${unit}`,
    isMet: spread.median <= max,
    spread,
    isNoisy,
  };
}

export interface Pair {
  readonly product: number;
  readonly reference: number;
}

/** Rates whose ratio must not be smaller. */
export function ratioRow(scenario: string, pairs: readonly Pair[], goal: number, isNoisy = false): Row {
  const row = shareRow(scenario, pairs, rate);
  return { ...row, goal: `≥ ${goal}`, isMet: row.value >= goal, isNoisy };
}

/** Times whose ratio must not be larger. */
export function timesRow(scenario: string, pairs: readonly Pair[], goal: number, isNoisy = false): Row {
  const row = shareRow(scenario, pairs, ms);
  return { ...row, goal: `≤ ${goal}`, isMet: row.value <= goal, isNoisy };
}

/** For information: there is no goal. */
export function plainRow(scenario: string, values: readonly number[], unit: string, measured: string): Row {
  const spread = spreadOf(values);
  return { scenario, measured, reference: '–', value: spread.median, unit, goal: '–', isMet: true, spread };
}

function shareRow(scenario: string, pairs: readonly Pair[], say: (figure: number) => string) {
  const spread = spreadOf(pairs.map(({ product, reference }) => product / reference));
  const ours = spreadOf(pairs.map(({ product }) => product)).median;
  return {
    scenario,
    measured: say(ours),
    reference: say(spreadOf(pairs.map(({ reference }) => reference)).median),
    ours,
    value: spread.median,
    unit: '×',
    spread,
  };
}
