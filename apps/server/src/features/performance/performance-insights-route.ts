import { invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { pageRequest, pagination } from '../../http/request/page.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import { metricRow, metricThreshold, percentilesRow, ratingOf } from './metric-row.ts';
import {
  performanceDistributionQuery,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from './queries/performance.ts';
import { readDimension } from './read-dimension.ts';
import { knownMetric, knownMetrics } from './well-known-thresholds.ts';

const DAYS_WHEN_ABSENT = 7;
const METRICS_ON_A_PAGE = 50;

type Asked = Wire['PerformanceSummaryQuery'] | Wire['PerformanceDistributionQuery'];

/** Percentiles and distributions of what clients measured. */
export function registerPerformanceInsightsRoute(
  fastify: FastifyInstance,
  store: AnalyticsStore,
  state: EdgeState,
): void {
  const questionOf = (access: ProjectAccess, query: Asked, nowMs: number) => {
    const breakdown = query.breakdown === undefined ? undefined : readDimension(query.breakdown);
    if (query.breakdown !== undefined && breakdown === undefined) {
      const known = 'version, device, country, os, platform, network_type, flag:<key> or experiment:<key>';
      throw invalidField('breakdown', `must be ${known}`);
    }
    return {
      scope: scopeOf(state, access, query.environment_id),
      ...rangeOf(query, nowMs, DAYS_WHEN_ABSENT),
      filter: omitUndefined({
        metricType: query.metric_type,
        metricName: query.metric_name,
        platform: query.platform,
        appVersion: query.app_version,
        search: 'search' in query ? query.search : undefined,
      }),
      ...omitUndefined({ breakdown }),
      rules: knownMetrics,
    };
  };

  handle(fastify, 'performanceSummary', async ({ access, query, receivedAtMs }) => {
    const question = questionOf(access, query, receivedAtMs);
    const page = pageRequest(query, METRICS_ON_A_PAGE);
    const { rows, nextCursor } = await store.run(performanceSummaryQuery, { ...question, page });
    const { interval } = query;
    const points =
      interval === undefined
        ? undefined
        : await store.run(performanceSeriesQuery, {
            ...question,
            metrics: rows.map(({ metricType, metricName }) => ({ metricType, metricName })),
            interval,
            timezone: state.timezoneOf(access.projectId),
          });
    const data = rows.map((row) =>
      metricRow(row, knownMetric(row.metricType, row.metricName), question.breakdown !== undefined, points),
    );
    return { data, pagination: pagination(nextCursor) };
  });

  handle(fastify, 'performanceDistribution', async ({ access, query, receivedAtMs }) => {
    const question = questionOf(access, query, receivedAtMs);
    const found = await store.run(performanceDistributionQuery, { ...question, metricName: query.metric_name });
    const metricType = found?.metricType ?? query.metric_type ?? null;
    const metric = knownMetric(metricType ?? '', query.metric_name);
    return {
      data: {
        metric_type: metricType,
        metric_name: query.metric_name,
        unit: metric.unit,
        line: metricThreshold(metric),
        from: isoTime(question.fromMs),
        to: isoTime(question.toMs),
        count: found?.count ?? 0,
        trimmed: found?.trimmed ?? 0,
        min: found?.min ?? null,
        max: found?.max ?? null,
        percentiles: found === undefined ? null : percentilesRow(found.percentiles),
        rating: found === undefined ? null : ratingOf(metric, found.percentiles, null),
        scale: found?.scale ?? 'linear',
        buckets: found?.buckets ?? [],
        breakdown:
          question.breakdown === undefined
            ? null
            : (found?.values ?? []).map((value) => ({
                ...value,
                percentiles: percentilesRow(value.percentiles),
                rating: ratingOf(metric, value.percentiles, null),
              })),
      },
    };
  });
}
