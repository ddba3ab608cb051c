import { DAY_MS } from '@lamppost/protocol';
import { cumulatePoints } from '../cumulate-points.ts';
import type { MetricType } from '../experiment-store.ts';
import { type ComputedMetric, capQuantileOf, needsValue } from '../queries/computed-metrics.ts';
import type { GroupMoments, MetricQuery, UnitStatisticsParams } from '../queries/experiment-statistics.ts';
import { type MetricSources, metricSources } from '../queries/metric-sources.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { eventContributions, eventSql, isCounted } from './metric-contributions.ts';
import { capsOf, momentsOfTotals } from './metric-totals.ts';
import type { MetricWork } from './metric-work.ts';
import { meanIncrements } from './point-increments.ts';
import { numberIn, rowsOf } from './statement-rows.ts';
import { createTotals } from './unit-totals.ts';

/** Conversions, counts, sums and averages, from one look at the rows of all their events. */
export async function meanStatistics(
  work: MetricWork,
  metrics: readonly MetricQuery[],
): Promise<readonly ComputedMetric<GroupMoments>[]> {
  const { connection, params, exposures, buckets } = work;
  const { covariateDays, capQuantile, breakdown } = params;
  const sources = metricSources(metrics, eventSql);
  const table = 'totals';
  const [conditions, columns] = [new SharedColumns('is'), new SharedColumns('total')];
  const totals = metrics.map((metric) => totalsOf(metric, sources, conditions, columns, covariateDays));
  const all = eventContributions(params, sources.events, sources.columns, covariateDays, sources.values);
  const contributions = `SELECT id, variant, segment, ${[...conditions.sql, ...sources.values].join(', ')} FROM (${all})`;
  await createTotals(work, contributions, columns.sql);
  const exposed = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const ignored = totals.map(({ ignored: sql }, at) => `sum(${sql}) AS ignored${at}`);
  const [counted] = await rowsOf(connection, `SELECT count(*) AS units, ${ignored.join(', ')} FROM ${table}`);
  const zeros = exposed - numberIn(counted, 'units');
  const caps = await capsOf(
    connection,
    table,
    metrics.map((metric, at) => ({
      y: totals[at]?.y ?? '0',
      zeros: metric.metricType === 'average' ? 0 : zeros,
      quantile: capQuantileOf(metric, capQuantile),
    })),
  );
  const moments = await momentsOfTotals(
    connection,
    table,
    totals.map(({ y, x }, at) => ({ y, x, cap: caps[at] ?? null })),
    breakdown,
  );
  const computed: ComputedMetric<GroupMoments>[] = [];
  for (const [at, metric] of metrics.entries()) {
    const isAverage = metric.metricType === 'average';
    const [cap, found] = [caps[at] ?? null, moments[at] ?? []];
    computed.push({
      cap,
      ignoredValues: numberIn(counted, `ignored${at}`),
      groups: isAverage ? found : withZeros(exposures, found),
      points:
        buckets === undefined
          ? []
          : cumulatePoints(
              await meanIncrements(
                connection,
                buckets,
                { contributions: runningContributions(params, metric), y: RUNNING[metric.metricType] ?? 'a', cap },
                { table, x: totals[at]?.x ?? '0' },
                isAverage,
              ),
              pointEnds(buckets, params.toMs),
              params.variants.length,
            ),
    });
  }
  await connection.run(`DROP TABLE ${table}`);
  return computed;
}

/** `SELECT id, variant, ms, a, b`: what each event adds to the sum and to the number. */
function runningContributions(params: UnitStatisticsParams, metric: MetricQuery): string {
  const { events, columns, values, columnOf } = metricSources([metric], eventSql);
  const value = columnOf(metric);
  const [a, b] = needsValue(metric) ? [value, `CASE WHEN ${value} IS NULL THEN 0 ELSE 1 END`] : [1, 1];
  return `SELECT id, variant, ms, ${a} AS a, ${b} AS b
    FROM (${eventContributions(params, events, columns, 0, values)}) WHERE ${isCounted(metric)}`;
}

/** What a unit has so far, of its running sums. */
const RUNNING: Partial<Record<MetricType, string>> = {
  conversion: 'CASE WHEN b > 0 THEN 1.0 ELSE 0.0 END',
  count: 'b',
  sum: 'coalesce(a, 0)',
  average: 'a / nullif(b, 0)',
};

interface MetricTotals {
  /** What the unit did; NULL for an average without a value. */
  readonly y: string;
  /** What it had done before; NULL where y is. */
  readonly x: string;
  /** How many of its values are no numbers. */
  readonly ignored: string;
}

/** As expressions over columns of the table of totals; `conditions` are columns of the contributions. */
function totalsOf(
  metric: MetricQuery,
  sources: MetricSources,
  conditions: SharedColumns,
  columns: SharedColumns,
  covariateDays: number,
): MetricTotals {
  const value = sources.columnOf(metric);
  const after = conditions.add(`${sources.isOf(metric)} AND ${isCounted(metric)}`);
  const isBefore = `${sources.isOf(metric)} AND since < 0 AND since >= ${-covariateDays * DAY_MS}`;
  const count = (what: string, condition: string): string =>
    columns.add(`count(${what}) FILTER (${condition})::UINTEGER`);
  const total = (condition: string): string => {
    switch (metric.metricType) {
      case 'conversion':
        return `(${count('*', condition)} > 0)::UTINYINT::DOUBLE`;
      case 'count':
        return `${count('*', condition)}::DOUBLE`;
      case 'average':
        return `(${columns.add(`sum(${value}) FILTER (${condition})`)} / nullif(${count(value, condition)}, 0))`;
      default:
        return `coalesce(${columns.add(`sum(${value}) FILTER (${condition})`)}, 0)`;
    }
  };
  const y = total(after);
  const x = covariateDays === 0 ? '0::DOUBLE' : `coalesce(${total(conditions.add(isBefore))}, 0)`;
  return {
    y,
    x: metric.metricType === 'average' ? `CASE WHEN ${y} IS NOT NULL THEN ${x} END` : x,
    ignored: needsValue(metric) ? `${count('*', after)}::BIGINT - ${count(value, after)}` : '0',
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
