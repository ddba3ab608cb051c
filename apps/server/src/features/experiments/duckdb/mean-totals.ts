import { DAY_MS } from '@lamppost/protocol';
import { needsValue } from '../queries/computed-metrics.ts';
import type { MetricQuery } from '../queries/experiment-statistics.ts';
import type { MetricSources } from '../queries/metric-sources.ts';
import { isCounted } from './metric-contributions.ts';

/** What a unit has of a metric, as expressions over columns of the table of totals. */
export interface MetricTotals {
  /** What the unit did; NULL for an average without a value. */
  readonly y: string;
  /** What it had done before; NULL where y is. */
  readonly x: string;
  /** How many of its values are no numbers. */
  readonly ignored: string;
}

/** Totals that are grouped together. */
export interface MeanTotals {
  /** What is aggregated of each contribution: NULL where it does not count. */
  readonly counted: readonly string[];
  readonly columns: readonly string[];
  /** In the order of the metrics. */
  readonly metrics: readonly MetricTotals[];
}

/** Times since the exposure that metrics are about: which of them an event is in, as bits of the column `times`. */
export class TimesOfMetrics {
  readonly #ranges: string[] = [];

  /** Whether a contribution is in the range, which is a condition on `since`. */
  contains(range: string): string {
    if (!this.#ranges.includes(range)) this.#ranges.push(range);
    return `times & ${2 ** this.#ranges.indexOf(range)} > 0`;
  }

  get sql(): string {
    const type = this.#ranges.length <= 8 ? 'UTINYINT' : 'UINTEGER';
    const bits = this.#ranges.map((range, place) => `CASE WHEN ${range} THEN ${2 ** place} ELSE 0 END`);
    return `(${bits.join(' + ')})::${type} AS times`;
  }
}

/** The column of contributions that count, or of their value: an aggregate with a filter would take longer. */
type Counted = (value?: string) => string;

/** Of contributions of all sources, or of those of the metrics' own source only. */
export function meanTotals(
  metrics: readonly MetricQuery[],
  sources: MetricSources,
  times: TimesOfMetrics,
  { covariateDays, isOfOneSource }: { readonly covariateDays: number; readonly isOfOneSource: boolean },
): MeanTotals {
  const [counted, columns] = [new SharedColumns('counted'), new SharedColumns('total')];
  const within =
    (metric: MetricQuery, range: string): Counted =>
    (value) => {
      // A value is of one source already.
      const isOf = isOfOneSource || value !== undefined ? '' : `${sources.isOf(metric)} AND `;
      return counted.add(`CASE WHEN ${isOf}${times.contains(range)} THEN ${value ?? '1::UTINYINT'} END`);
    };
  const totals = metrics.map((metric) => {
    const after = within(metric, isCounted(metric));
    const before =
      covariateDays === 0 ? undefined : within(metric, `since < 0 AND since >= ${-covariateDays * DAY_MS}`);
    return totalsOf(metric, sources.columnOf(metric), columns, after, before);
  });
  return { counted: counted.sql, columns: columns.sql, metrics: totals };
}

function totalsOf(
  metric: MetricQuery,
  value: string,
  columns: SharedColumns,
  after: Counted,
  before: Counted | undefined,
): MetricTotals {
  const count = (counted: string): string => columns.add(`count(${counted})::UINTEGER`);
  const sum = (counted: string): string => columns.add(`sum(${counted})`);
  const total = (counted: Counted): string => {
    switch (metric.metricType) {
      case 'conversion':
        return `(${count(counted())} > 0)::UTINYINT::DOUBLE`;
      case 'count':
        return `${count(counted())}::DOUBLE`;
      case 'average':
        return `(${sum(counted(value))} / nullif(${count(counted(value))}, 0))`;
      default:
        return `coalesce(${sum(counted(value))}, 0)`;
    }
  };
  const y = total(after);
  const x = before === undefined ? '0::DOUBLE' : `coalesce(${total(before)}, 0)`;
  return {
    y,
    x: metric.metricType === 'average' ? `CASE WHEN ${y} IS NOT NULL THEN ${x} END` : x,
    ignored: needsValue(metric) ? `${count(after())}::BIGINT - ${count(after(value))}` : '0',
  };
}

/** Columns that several metrics need are computed once: with a million units, an aggregate costs a tenth of a second. */
class SharedColumns {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name of its column. */
  add(expression: string): string {
    const name = this.#names.get(expression) ?? `${this.#prefix}${this.#names.size}`;
    this.#names.set(expression, name);
    return name;
  }

  get sql(): readonly string[] {
    return [...this.#names].map(([expression, name]) => `${expression} AS ${name}`);
  }
}
