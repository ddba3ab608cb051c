import type { Metric } from './metric-words.ts';

export interface MetricArea {
  readonly name: string;
  readonly metrics: readonly Metric[];
}

const vitals = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'];
const order: readonly string[] = [
  'cold_start',
  'warm_start',
  'hot_start',
  'slow_frame',
  'frozen_frame',
  'frame_summary',
  'anr_detected',
  'anr_recovered',
  'stall',
  'memory_usage',
  'memory_warning',
  ...vitals,
];
const areas = ['Startup', 'Frames', 'Hangs', 'Memory', 'Web vitals', 'Spans', 'Network', 'Others'] as const;
const areaOfType: Readonly<Record<string, (typeof areas)[number]>> = {
  startup: 'Startup',
  frames: 'Frames',
  anr: 'Hangs',
  memory: 'Memory',
  span: 'Spans',
  network: 'Network',
};

const areaOf = ({ metric_type, metric_name }: Metric): (typeof areas)[number] =>
  vitals.includes(metric_name) ? 'Web vitals' : (areaOfType[metric_type] ?? 'Others');

const placeOf = ({ metric_name }: Metric): number => {
  const at = order.indexOf(metric_name);
  return at < 0 ? order.length : at;
};

/** Requests have a table of their own; what is left here are their parts, DNS and TLS. */
export const isRequest = ({ metric_type, metric_name }: Pick<Metric, 'metric_type' | 'metric_name'>): boolean =>
  metric_type === 'network' && metric_name !== 'dns_lookup' && metric_name !== 'tls_handshake';

/** Metrics as they belong together, well-known ones first, the others as the API sorts them. */
export function metricAreas(metrics: readonly Metric[]): readonly MetricArea[] {
  return areas
    .map((name) => ({
      name,
      metrics: metrics
        .filter((metric) => !isRequest(metric) && areaOf(metric) === name)
        .toSorted((a, b) => placeOf(a) - placeOf(b)),
    }))
    .filter((area) => area.metrics.length > 0);
}

/** The one that the address names, or the first. */
export function chosenMetric(
  metrics: readonly Metric[],
  name: string | undefined,
  type: string | undefined,
): Metric | undefined {
  const isNamed = (metric: Metric) =>
    metric.metric_name === name && (type === undefined || metric.metric_type === type);
  return metrics.find(isNamed) ?? metricAreas(metrics)[0]?.metrics[0] ?? metrics[0];
}
