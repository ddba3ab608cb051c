import { cumulatePoints } from '../cumulate-points.ts';
import type { ComputedMetric } from '../queries/computed-metrics.ts';
import type { GroupMoments, MetricQuery } from '../queries/experiment-statistics.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { eventContributions, isCounted, isSessionMetric, propertyNumber } from './metric-contributions.ts';
import { momentsOfTotals } from './metric-totals.ts';
import type { MetricWork } from './metric-work.ts';
import { ratioIncrements } from './point-increments.ts';
import { sessionContributions } from './session-contributions.ts';
import { numberIn, rowsOf } from './statement-rows.ts';
import { withGroups } from './unit-keys.ts';
import { createTotals } from './unit-totals.ts';

/** Σ numerator / Σ denominator: of two events, or of sessions. */
export async function ratioStatistics(work: MetricWork, metric: MetricQuery): Promise<ComputedMetric<GroupMoments>> {
  const { connection, params, exposures, buckets } = work;
  const contributions = isSessionMetric(metric)
    ? `SELECT *, 0 AS ignored FROM (${sessionContributions(params, metric)})`
    : eventRatio(params, metric);
  await createTotals(work, `SELECT id, y, x, ignored FROM (${contributions})`, [
    'sum(y) AS y',
    'sum(x) AS x',
    'sum(ignored) AS ignored',
  ]);
  const totals = withGroups(params, 'totals');
  const [groups = []] = await momentsOfTotals(connection, totals, [{ y: 'y', x: 'x', cap: null }], params.breakdown);
  const [ignored] = await rowsOf(connection, 'SELECT sum(ignored) AS ignored FROM totals');
  await connection.run('DROP TABLE totals');
  const moving = `SELECT id, variant, ms, y AS a, x AS b FROM (${contributions})`;
  return {
    cap: null,
    ignoredValues: numberIn(ignored, 'ignored'),
    groups: withZeros(exposures, groups),
    points:
      buckets === undefined
        ? []
        : cumulatePoints(
            await ratioIncrements(connection, buckets, moving),
            pointEnds(buckets, params.toMs),
            params.variants.length,
          ),
  };
}

function eventRatio(params: MetricWork['params'], metric: MetricQuery): string {
  const { eventName, aggregationField, denominatorField } = metric;
  const denominatorEvent = metric.denominatorEvent ?? '';
  const names = [...new Set([eventName, denominatorEvent])];
  const side = (name: string, field: string | null): string =>
    `CASE WHEN ev.source = ${names.indexOf(name)} THEN ${field === null ? '1.0::DOUBLE' : propertyNumber('ev.properties', field)} END`;
  const isBad = (name: string, field: string | null, column: string): string =>
    field === null ? '0' : `CASE WHEN source = ${names.indexOf(name)} AND ${column} IS NULL THEN 1 ELSE 0 END`;
  const rows = eventContributions(
    params,
    names,
    { source: 'ev.source', above: side(eventName, aggregationField), below: side(denominatorEvent, denominatorField) },
    0,
    ['above', 'below'],
  );
  return `SELECT id, variant, segment, ms, coalesce(above, 0) AS y, coalesce(below, 0) AS x,
      ${isBad(eventName, aggregationField, 'above')} + ${isBad(denominatorEvent, denominatorField, 'below')} AS ignored
    FROM (${rows}) WHERE ${isCounted(metric)}`;
}
