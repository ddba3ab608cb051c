import type { Metric } from '../experiment-store.ts';
import type { MetricStatistics } from '../queries/experiment-statistics.ts';

const builtInThings: Readonly<Record<string, string>> = {
  $crash_free_sessions: 'session',
  $anr_rate: 'session',
  $startup: 'cold start',
};

/** Why there is nothing to judge, in a sentence; null where there is something. */
export function whyMissing(metric: Metric, statistics: MetricStatistics, exposedUnits: number): string | null {
  const { eventName, denominatorEvent, aggregationField } = metric;
  const thing = builtInThings[eventName];
  if (exposedUnits === 0) return 'No units were exposed.';
  if (!statistics.isSeen) return `No ${thing ?? `event "${eventName}"`} was received since the start.`;
  const groups = statistics.groups.filter(({ segment }) => segment === null);
  if (statistics.kind === 'quantile' || metric.metricType === 'average') {
    if (groups.some(({ units }) => units > 0)) return null;
    return thing === undefined
      ? `No exposed unit sent "${eventName}" with a number in "${aggregationField}".`
      : `No exposed unit has a ${thing}.`;
  }
  if (statistics.kind === 'ratio') {
    if (statistics.groups.some(({ x }) => x.mean !== 0)) return null;
    return thing === undefined
      ? `No exposed unit has anything in the denominator: "${denominatorEvent}".`
      : `No exposed unit has a ${thing}.`;
  }
  if (statistics.groups.some(({ y }) => y.mean !== 0 || y.variance !== 0)) return null;
  const isOfField = metric.metricType === 'sum';
  return `No exposed unit sent "${eventName}"${isOfField ? ` with a number other than 0 in "${aggregationField}"` : ''}.`;
}
