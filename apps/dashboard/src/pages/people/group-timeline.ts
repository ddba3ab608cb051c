import type { Wire } from '@lamppost/protocol';

export type TimelineEntry = Wire['TimelineEntry'];

export interface TimelineGroup {
  readonly id: string;
  /** null: what came without a session, of one day. */
  readonly sessionId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly crashes: number;
  readonly entries: readonly TimelineEntry[];
}

/**
 * Newest first, as they come: neighbours of the same session are one group, neighbours without one are those of a day.
 * `dayOf` says on which day of the project's zone something was.
 */
export function groupTimeline(
  entries: readonly TimelineEntry[],
  dayOf: (atMs: number) => string,
): readonly TimelineGroup[] {
  const groups: { sessionId: string | null; day: string; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(Date.parse(entry.timestamp));
    const last = groups.at(-1);
    const isSame =
      last !== undefined && last.sessionId === entry.session_id && (entry.session_id !== null || last.day === day);
    if (isSame) last.entries.push(entry);
    else groups.push({ sessionId: entry.session_id, day, entries: [entry] });
  }
  return groups.map(({ sessionId, entries: own }) => {
    const times = own.map(({ timestamp }) => Date.parse(timestamp));
    return {
      id: own[0]?.id ?? '',
      sessionId,
      fromMs: Math.min(...times),
      toMs: Math.max(...times),
      crashes: own.filter(({ kind }) => kind === 'crash').length,
      entries: own,
    };
  });
}
