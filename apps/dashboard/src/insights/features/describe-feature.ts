import type { FeatureInsight, MeasureInsight } from './feature-insight.ts';
import { metricTitle } from './metric-title.ts';

export const breakdownWords: Readonly<Record<string, string>> = {
  exception: 'exception',
  version: 'version',
  device: 'device',
  country: 'country',
  os: 'operating system',
  platform: 'platform',
  network_type: 'network',
};

const typeWords: Readonly<Record<string, string>> = {
  startup: 'startup',
  web_vital: 'web vitals',
  network: 'requests',
  span: 'operations',
  frames: 'frames',
  memory: 'memory',
};

export const metricTypeWords = (type: string): string => typeWords[type] ?? type;

/** "Crash-free sessions by version", "p95 of Cold start on ios", "Lift of checkout". */
export function describeFeature(insight: FeatureInsight): string {
  switch (insight.kind) {
    case 'crash_free':
      return `Crash-free ${insight.of}${rest(insight)}`;
    case 'crashes':
      return `Crashes${rest(insight)}`;
    case 'performance':
      return `${insight.of} of ${metricWords(insight)}${rest(insight)}`;
    case 'experiment': {
      const of = insight.experiment ?? 'the newest experiment';
      return insight.metric === null ? `Lift of ${of}` : `Lift in ${insight.metric} of ${of}`;
    }
  }
}

function metricWords({ metricName, metricType }: Extract<FeatureInsight, { kind: 'performance' }>): string {
  if (metricName !== null) return metricTitle(metricName);
  return metricType === null ? 'the most measured metrics' : metricTypeWords(metricType);
}

function rest({ breakdown, platform, appVersion }: MeasureInsight): string {
  const parts = [
    ...(breakdown === null ? [] : [`by ${describeBreakdown(breakdown)}`]),
    ...(platform === null ? [] : [`on ${platform}`]),
    ...(appVersion === null ? [] : [`of version ${appVersion}`]),
  ];
  return parts.map((part) => ` ${part}`).join('');
}

/** "version", "flag new_home". */
export function describeBreakdown(breakdown: string): string {
  const [kind, ...key] = breakdown.split(':');
  return key.length > 0 ? `${kind} ${key.join(':')}` : (breakdownWords[breakdown] ?? breakdown);
}
