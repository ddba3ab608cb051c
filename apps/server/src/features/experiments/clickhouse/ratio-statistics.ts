import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { cumulatePoints } from '../cumulate-points.ts';
import type { ComputedMetric } from '../queries/computed-metrics.ts';
import type { GroupMoments, MetricQuery } from '../queries/experiment-statistics.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { eventContributions, isCounted, isSessionMetric, propertyNumber } from './metric-contributions.ts';
import { momentColumns, momentsIn } from './metric-totals.ts';
import type { MetricWork } from './metric-work.ts';
import { ratioIncrements } from './point-increments.ts';
import { sessionContributions } from './session-contributions.ts';
import { byGroup, numberIn } from './statement-rows.ts';

/** Σ numerator / Σ denominator: of two events, or of sessions. */
export async function ratioStatistics(work: MetricWork, metric: MetricQuery): Promise<ComputedMetric<GroupMoments>> {
  const { reader, params, exposures, buckets } = work;
  const contributions = isSessionMetric(metric) ? sessionContributions(work, metric) : eventRatio(work, metric);
  const totals = `(SELECT id, variant, segment, sum(y) AS sum_y, sum(x) AS sum_x, sum(ignored) AS sum_ignored
    FROM (${contributions}) GROUP BY id, variant, segment)`;
  const { segment, groupBy } = byGroup(params.breakdown);
  const rows = await reader.objects(
    `SELECT variant, ${segment}, ${momentColumns('sum_y', 'sum_x')}, sum(sum_ignored) AS ignored FROM ${totals} ${groupBy}`,
  );
  return {
    cap: null,
    ignoredValues: rows
      .filter((row) => row.segment_or_all === null)
      .reduce((sum, row) => sum + numberIn(row, 'ignored'), 0),
    groups: withZeros(exposures, momentsIn(rows)),
    points:
      buckets === undefined
        ? []
        : cumulatePoints(
            [...(await ratioIncrements(work, buckets, contributions)), ...(await work.entering(buckets))],
            pointEnds(buckets, params.toMs),
            params.variants.length,
          ),
  };
}

function eventRatio(work: MetricWork, metric: MetricQuery): string {
  const { eventName, aggregationField, denominatorField } = metric;
  const denominatorEvent = metric.denominatorEvent ?? '';
  const side = (name: string, field: string | null): string =>
    `if(ev.name = ${quoted(name)}, ${field === null ? 'toNullable(toFloat64(1))' : propertyNumber('ev.properties', field)}, NULL)`;
  const isBad = (name: string, field: string | null, column: string): string =>
    field === null ? '0' : `(name = ${quoted(name)} AND ${column} IS NULL)`;
  const rows = eventContributions(
    work,
    [...new Set([eventName, denominatorEvent])],
    { name: 'ev.name', above: side(eventName, aggregationField), below: side(denominatorEvent, denominatorField) },
    0,
  );
  return `SELECT id, variant, segment, ms, ifNull(above, 0) AS y, ifNull(below, 0) AS x,
      ${isBad(eventName, aggregationField, 'above')} + ${isBad(denominatorEvent, denominatorField, 'below')} AS ignored
    FROM (${rows}) WHERE ${isCounted(metric)}`;
}
