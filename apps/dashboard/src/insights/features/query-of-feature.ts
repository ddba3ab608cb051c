import type { Wire } from '@lamppost/protocol';
import { type TimeRange, toWireRange } from '../../navigation/time-range.ts';
import { intervalOfRange } from '../interval-of-range.ts';
import type { FeatureInsight, FeatureQuery, MeasureInsight } from './feature-insight.ts';

/** What is sent to the server. */
export function queryOfFeature(insight: FeatureInsight, range: TimeRange): FeatureQuery {
  switch (insight.kind) {
    case 'crash_free':
      return { kind: insight.kind, of: insight.of, ...said('breakdown', insight.breakdown), ...shared(insight, range) };
    case 'crashes': {
      const breakdown = insight.breakdown as Wire['CrashesQuery']['breakdown'] | null;
      return { kind: insight.kind, ...said('breakdown', breakdown), ...shared(insight, range) };
    }
    case 'performance': {
      const { metricName, metricType, breakdown, limit } = insight;
      return {
        kind: insight.kind,
        of: insight.of,
        ...said('metricType', metricType),
        ...said('metricName', metricName),
        ...(metricName === null ? said('limit', limit) : said('breakdown', breakdown)),
        ...shared(insight, range),
      };
    }
    case 'experiment':
      return { kind: insight.kind, ...said('experiment', insight.experiment), ...said('metric', insight.metric) };
  }
}

const shared = ({ interval, platform, appVersion }: MeasureInsight, range: TimeRange) => ({
  interval: interval === 'auto' ? intervalOfRange(range) : interval,
  range: toWireRange(range),
  ...said('platform', platform),
  ...said('appVersion', appVersion),
});

/** Nothing where nothing is chosen. */
const said = <Name extends string, Value>(name: Name, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [name]: value }) as { [N in Name]?: NonNullable<Value> };
