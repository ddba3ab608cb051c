import type { Wire } from '@lamppost/protocol';

export interface Day {
  /** `2026-11-01` */
  readonly name: string;
  readonly fromIso: string;
  readonly toIso: string;
}

const DAY_MS = 86_400_000;
const spans: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
};

/** The days of UTC that a range touches and that are over: what is not over would have to be written again. */
export function daysOf(range: Wire['InsightRange'], nowMs: number): readonly Day[] {
  const fromMs = range.kind === 'absolute' ? Date.parse(range.fromIso) : nowMs - spanOf(range);
  const toMs = Math.min(range.kind === 'absolute' ? Date.parse(range.toIso) : nowMs, nowMs);
  const days: Day[] = [];
  for (let at = Math.floor(fromMs / DAY_MS) * DAY_MS; at < toMs && at + DAY_MS <= nowMs; at += DAY_MS) {
    const [fromIso, toIso] = [new Date(at).toISOString(), new Date(at + DAY_MS).toISOString()];
    days.push({ name: fromIso.slice(0, 10), fromIso, toIso });
  }
  return days;
}

const spanOf = (range: Wire['InsightRange']): number => (range.kind === 'relative' ? (spans[range.last] ?? 0) : 0);
