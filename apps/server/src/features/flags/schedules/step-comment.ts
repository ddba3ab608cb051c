import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { wallText } from './local-time.ts';
import type { Schedule } from './schedule.ts';

/** Later than this is said: the server was down, or busy. */
const PUNCTUAL_MS = MINUTE_MS;

/** "Scheduled by Ada for 2026-11-23 09:00 (Europe/Berlin), step 1 of 3, 12 min late" */
export function stepComment(
  { author, steps, comment }: Schedule,
  step: number,
  nowMs: number,
  timezone: string,
): string {
  const atMs = steps[step]?.atMs ?? nowMs;
  const late = nowMs - atMs;
  return [
    `Scheduled by ${author.name} for ${wallText(atMs, timezone)} (${timezone})`,
    ...(steps.length === 1 ? [] : [`step ${step + 1} of ${steps.length}`]),
    ...(late < PUNCTUAL_MS ? [] : [`${durationText(late)} late`]),
  ]
    .join(', ')
    .concat(comment === null ? '' : `: ${comment}`);
}

function durationText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / MINUTE_MS)} min`;
}
