import type { FilledFeatureQuery, MeasureSeries } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import type { FeatureInsights } from '../../insights/feature-insights.ts';
import { endsOf, isoOf, NONE, valueName } from '../../insights/queries/insight-params.ts';
import { healthRow } from '../crash-shares.ts';
import {
  type HealthDimension,
  type SessionCounts,
  type SessionHealthParams,
  sessionHealthQuery,
} from '../queries/session-health.ts';

type CrashFreeQuery = Extract<FilledFeatureQuery, { kind: 'crash_free' }>;

const MAX_VALUES = 20;
const dimensions: Readonly<Record<string, HealthDimension>> = {
  version: 'app_version',
  device: 'device_model',
  country: 'country',
  os: 'os',
  platform: 'platform',
};
const names = { sessions: 'Crash-free sessions', users: 'Crash-free users' } as const;

/** The share of sessions or users without a crash, as the health of crashes counts it. */
export const crashFreeInsight =
  (store: AnalyticsStore): FeatureInsights['crash_free'] =>
  async (query, { scope, timezone, options, ...moment }) => {
    const { kind, of, interval, platform, appVersion, breakdown } = query;
    const params: SessionHealthParams = {
      scope,
      fromMs: moment.fromMs,
      toMs: moment.toMs,
      ...omitUndefined({ platform, appVersion }),
      ...(breakdown === undefined ? { over: { interval, timezone } } : readBreakdown(breakdown)),
      limit: MAX_VALUES,
    };
    const { totals, points, rows } = await store.run(sessionHealthQuery, params, options);
    const series = (name: string, counts: SessionCounts): MeasureSeries => ({
      name,
      unit: 'percent',
      ...measureOf(counts, of),
      threshold: null,
      points: [],
    });
    const whole = (): MeasureSeries => ({
      ...series(names[of], totals),
      points: points.map(({ bucketMs, ...counts }) => ({ bucketIso: isoOf(bucketMs), ...measureOf(counts, of) })),
    });
    return {
      kind,
      interval,
      series:
        breakdown === undefined
          ? [whole()]
          : rows.map((row) => series(row.value === null ? NONE : valueName(row.value), row)),
      ...endsOf(moment),
    };
  };

function readBreakdown(text: string): Pick<SessionHealthParams, 'dimension' | 'key'> {
  const dimension = dimensions[text];
  if (dimension !== undefined) return { dimension };
  const colon = text.indexOf(':');
  return { dimension: text.slice(0, colon) === 'flag' ? 'flag' : 'experiment', key: text.slice(colon + 1) };
}

function measureOf(counts: SessionCounts, of: CrashFreeQuery['of']): Pick<MeasureSeries, 'value' | 'count'> {
  const row = healthRow(counts);
  return { value: row[`crash_free_${of}`]?.rate ?? null, count: row[of] };
}
