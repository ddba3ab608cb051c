import { oneOf, textOf } from '../../navigation/use-page-search.ts';

const performanceTabs = ['metrics', 'network'] as const;
type PerformanceTab = (typeof performanceTabs)[number];

export interface PerformanceSearch {
  readonly tab: PerformanceTab;
  /** The metric that is looked at: a name, and the type that it has. */
  readonly metric: string | undefined;
  readonly type: string | undefined;
  /** `version`, `os`, `flag:new_home` and so on. */
  readonly by: string;
  readonly version: string | undefined;
  readonly platform: string | undefined;
  readonly q: string | undefined;
}

const plainBreakdowns = ['version', 'device', 'country', 'os', 'platform', 'network_type'] as const;
const keyed = /^(flag|experiment):.{1,128}$/;

const filled = (value: unknown): string | undefined => textOf(value) || undefined;

export function readPerformanceSearch(raw: Readonly<Record<string, unknown>>): PerformanceSearch {
  const by = textOf(raw.by) ?? '';
  return {
    tab: oneOf(raw.tab, performanceTabs, 'metrics'),
    metric: filled(raw.metric),
    type: filled(raw.type),
    by: keyed.test(by) ? by : oneOf(by, plainBreakdowns, 'version'),
    version: filled(raw.version),
    platform: filled(raw.platform),
    q: filled(raw.q)?.slice(0, 200),
  };
}

export const breakdownWords: Readonly<Record<(typeof plainBreakdowns)[number], string>> = {
  version: 'Version',
  device: 'Device',
  country: 'Country',
  os: 'Operating system',
  platform: 'Platform',
  network_type: 'Network',
};

/** "by version", "by flag new_home". */
export function breakdownSentence(by: string): string {
  const [kind, ...key] = by.split(':');
  if (key.length > 0) return `by ${kind} ${key.join(':')}`;
  return `by ${(breakdownWords[by as keyof typeof breakdownWords] ?? by).toLowerCase()}`;
}
