import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import { healthRow, sharesOf } from './crash-shares.ts';
import type { SessionHealthPoint } from './queries/session-health.ts';
import { sessionHealthQuery } from './queries/session-health.ts';

const DAYS_WHEN_ABSENT = 7;
const ROWS_WHEN_ABSENT = 100;

/** Crash-free sessions and users, and what is more common among those that crashed. */
export function registerCrashHealthRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  handle(fastify, 'crashHealth', async ({ access, query, receivedAtMs }) => {
    const { dimension, flag, experiment, app_version: appVersion, platform, interval } = query;
    if (flag !== undefined && dimension !== 'flag')
      throw invalidField('flag', 'is only allowed with the dimension flag');
    if (experiment !== undefined && dimension !== 'experiment') {
      throw invalidField('experiment', 'is only allowed with the dimension experiment');
    }
    const range = rangeOf(query, receivedAtMs, DAYS_WHEN_ABSENT);
    const over = interval && { interval, timezone: state.timezoneOf(access.projectId) };
    const health = await store.run(sessionHealthQuery, {
      scope: scopeOf(state, access, query.environment_id),
      ...range,
      ...omitUndefined({ appVersion, platform, dimension, key: flag ?? experiment, over }),
      limit: query.limit ?? ROWS_WHEN_ABSENT,
    });
    return {
      data: {
        from: isoTime(range.fromMs),
        to: isoTime(range.toMs),
        dimension: dimension ?? null,
        ...healthRow(health.totals),
        reports: health.reports,
        reports_without_session: health.reportsWithoutSession,
        rows: health.rows.map((row) => ({
          key: row.key,
          value: row.value,
          ...healthRow(row),
          ...sharesOf(row),
        })),
        ...(over === undefined ? {} : { series: health.points.map(pointRow) }),
      },
    };
  });
}

const pointRow = ({ bucketMs, ...counts }: SessionHealthPoint) => ({ at: isoTime(bucketMs), ...healthRow(counts) });
