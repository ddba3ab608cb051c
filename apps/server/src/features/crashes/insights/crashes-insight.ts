import type { MeasureSeries } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import type { FeatureInsights } from '../../insights/feature-insights.ts';
import { endsOf, isoOf, NONE, OTHER, valueName } from '../../insights/queries/insight-params.ts';
import { type CrashCountLine, crashCountsQuery } from '../queries/crash-counts.ts';

/** Crash reports over time, in all or by value. */
export const crashesInsight =
  (store: AnalyticsStore): FeatureInsights['crashes'] =>
  async ({ kind, interval, platform, appVersion, breakdown }, { scope, timezone, options, ...moment }) => {
    const params = {
      scope,
      fromMs: moment.fromMs,
      toMs: moment.toMs,
      ...omitUndefined({ platform, appVersion, breakdown }),
      over: { interval, timezone },
    };
    const { starts, lines } = await store.run(crashCountsQuery, params, options);
    return { kind, interval, series: lines.map((line) => seriesOf(line, starts)), ...endsOf(moment) };
  };

function seriesOf(line: CrashCountLine, starts: readonly number[]): MeasureSeries {
  const total = line.counts.reduce((sum, count) => sum + count, 0);
  return {
    name: nameOf(line),
    unit: 'count',
    value: total,
    count: total,
    threshold: null,
    points: starts.map((start, at) => {
      const count = line.counts[at] ?? 0;
      return { bucketIso: isoOf(start), value: count, count };
    }),
  };
}

function nameOf({ part, value }: CrashCountLine): string {
  if (part === 'all') return 'Crashes';
  if (part === 'rest') return OTHER;
  return value === null ? NONE : valueName(value);
}
