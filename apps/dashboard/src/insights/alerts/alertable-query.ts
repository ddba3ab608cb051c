import type { Wire } from '@lamppost/protocol';

type Query = Wire['InsightQuery'];

/** Why no alert can watch a query; undefined where one can. The server decides. */
export function whyNotAlertable(query: Query): string | undefined {
  switch (query.kind) {
    case 'timeseries':
      return whyNotTrend(query);
    case 'funnel':
      return query.breakdownProperty === undefined ? undefined : ONE_LINE;
    case 'crash_free':
    case 'crashes':
      return query.breakdown === undefined ? undefined : ONE_LINE;
    case 'performance':
      if (query.metricName === undefined) return 'Alerts watch one metric. Choose a metric first.';
      return query.breakdown === undefined ? undefined : ONE_LINE;
    default:
      return 'Alerts need one number over time: a trend, a funnel, crash-free rate, crashes or a metric.';
  }
}

const ONE_LINE = 'Alerts watch one series. Remove the breakdown, or filter by one value.';

function whyNotTrend(query: Extract<Query, { kind: 'timeseries' }>): string | undefined {
  const { series = [], formulas = [] } = query;
  if (query.breakdownProperty !== undefined || query.breakdowns !== undefined) return ONE_LINE;
  if (formulas.length > 1 || (formulas.length === 0 && series.length > 1)) {
    return 'Alerts watch one series. Keep one series, or combine them with one formula.';
  }
  return query.cumulative === true ? 'Alerts evaluate each interval. Turn off the running total.' : undefined;
}
