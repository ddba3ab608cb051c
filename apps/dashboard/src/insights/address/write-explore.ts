import type { Insight } from '../insight.ts';
import type { LongInsights } from './long-insights.ts';
import { writeInsight } from './write-insight.ts';

/** Servers and proxies refuse addresses that are much longer. */
const MAX_IN_ADDRESS_LENGTH = 6_000;

/** A query as the address of Explore has it; one that is too long for it is kept in this browser. */
export function writeExplore(
  insight: Insight,
  long: LongInsights,
): { readonly tab: string | undefined; readonly q: unknown } {
  const written = writeInsight(insight);
  const isLong = encodeURIComponent(JSON.stringify(written ?? '')).length > MAX_IN_ADDRESS_LENGTH;
  const q = isLong && written !== undefined ? { kept: long.keep(written) } : written;
  return { tab: insight.kind === 'timeseries' ? undefined : insight.kind, q };
}
