import type { Wire } from '@lamppost/protocol';
import { dateFormatter } from '../../design/format/format-time.ts';
import type { Insight } from '../insight.ts';
import type { InsightResult } from '../results/insight-run.ts';
import { describePeople } from './describe-people.ts';

/** Who is listed, with times as exact as the buckets of the answer are. */
export function peopleTitle(insight: Insight, result: InsightResult, at: Wire['InsightAt'], timeZone: string): string {
  const nodeOf = (wanted: string | undefined) =>
    result.kind === 'paths' ? result.nodes.find(({ id }) => id === wanted) : undefined;
  const [node, source, target] = [nodeOf(at.node), nodeOf(at.source), nodeOf(at.target)];
  if (source !== undefined && target !== undefined) return `${source.event} → ${target.event}`;
  if (node !== undefined) return `${node.event}, step ${node.step}`;
  return describePeople(insight, at, (iso) => dateFormatter(timeZone, partsOf(result)).format(Date.parse(iso)));
}

function partsOf(result: InsightResult): Intl.DateTimeFormatOptions {
  const day = { day: 'numeric', month: 'short' } as const;
  const isShort = 'interval' in result && (result.interval === 'minute' || result.interval === 'hour');
  return isShort ? { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : day;
}
