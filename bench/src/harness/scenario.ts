export interface Row {
  readonly scenario: string;
  readonly measured: string;
  readonly reference: string;
  /** Measured divided by reference, or the figure itself where there is no reference. */
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  readonly isMet: boolean;
}

export interface BenchOptions {
  /** Length of one round. */
  readonly seconds: number;
  /** Rounds of measuring and reference in turn; the median counts. */
  readonly rounds: number;
  /** Events that are in the store before scenarios that ask for a full one. */
  readonly storedEvents: number;
  /** Of scenarios that grow: millions of stored events at which they measure, ascending. */
  readonly sizes: readonly number[];
}

export interface Scenario {
  readonly name: string;
  readonly sentence: string;
  run(options: BenchOptions): Promise<readonly Row[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [below, above] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2;
}

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export function ratioRow(
  scenario: string,
  pairs: readonly { product: number; reference: number }[],
  goal: number,
): Row {
  const value = median(pairs.map(({ product, reference }) => product / reference));
  return {
    scenario,
    measured: rate(median(pairs.map(({ product }) => product))),
    reference: rate(median(pairs.map(({ reference }) => reference))),
    value,
    unit: '×',
    goal: `≥ ${goal}`,
    isMet: value >= goal,
  };
}

export function boundRow(scenario: string, value: number, unit: string, max: number, measured: string): Row {
  return { scenario, measured, reference: '–', value, unit, goal: `≤ ${max}${unit}`, isMet: value <= max };
}
