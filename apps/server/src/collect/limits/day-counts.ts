import { DAY_MS, isJsonObject } from '@lamppost/protocol';
import type { ReceivedEvents } from '../event-log/file/received-events.ts';

/** What a project has spent of its events of a day. */
export interface DayCount {
  readonly projectId: string;
  readonly used: number;
  readonly endsAtMs: number;
}

export interface DayCounts {
  /** The counts hold what was spent before. */
  readonly atMs: number;
  readonly days: readonly DayCount[];
}

const VERSION = 1;

export const encodeDayCounts = ({ atMs, days }: DayCounts): string =>
  `${JSON.stringify({
    version: VERSION,
    at: atMs,
    events_day: days.map(({ projectId, used, endsAtMs }) => ({ project_id: projectId, used, ends_at: endsAtMs })),
  })}\n`;

/** Undefined for what this version has not written. */
export function decodeDayCounts(text: string): DayCounts | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || value.version !== VERSION || !isCount(value.at)) return undefined;
    if (!Array.isArray(value.events_day)) return undefined;
    const days = value.events_day.map(dayOf);
    return days.includes(undefined) ? undefined : { atMs: value.at, days: days as DayCount[] };
  } catch {
    return undefined;
  }
}

function dayOf(value: unknown): DayCount | undefined {
  if (!isJsonObject(value)) return undefined;
  const { project_id: projectId, used, ends_at: endsAtMs } = value;
  return typeof projectId === 'string' && isCount(used) && isCount(endsAtMs)
    ? { projectId, used, endsAtMs }
    : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The counts, and what was received since: a day that is over, or was not begun, begins with the next batch. */
export function countFurther(days: readonly DayCount[], received: readonly ReceivedEvents[]): DayCount[] {
  const byProject = new Map(days.map((day) => [day.projectId, day]));
  for (const { projectId, receivedAtMs, events } of received) {
    const known = byProject.get(projectId);
    const day =
      known !== undefined && receivedAtMs < known.endsAtMs
        ? known
        : { projectId, used: 0, endsAtMs: receivedAtMs + DAY_MS };
    byProject.set(projectId, { ...day, used: day.used + events });
  }
  return [...byProject.values()];
}
