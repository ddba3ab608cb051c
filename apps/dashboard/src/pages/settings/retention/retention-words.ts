import { formatCount } from '../../../design/format/format-count.ts';
/** What happens when the retention becomes `next`, in words. Days are whole days of UTC by the time of receipt. */
export function retentionConsequence(now: number | null, next: number | null): string | undefined {
  if (now === next) return undefined;
  if (next === null) return "Data no longer expires. Expired data isn't restored.";
  const isShorter = now === null || next < now;
  if (!isShorter) return `Events are kept for ${dayWords(next)}. Expired data isn't restored.`;
  return (
    `Within a day, everything received more than ${dayWords(next)} ago is deleted: ` +
    "events, crashes, metrics, failed events and inactive devices. This can't be undone."
  );
}

export const isShorter = (now: number | null, next: number | null): boolean =>
  next !== null && (now === null || next < now);

export const dayWords = (days: number): string => formatCount(days, 'day');

/** The first moment that is kept: whole days of UTC. */
export function firstKept(days: number, nowMs: number): number {
  const dayMs = 86_400_000;
  return Math.floor(nowMs / dayMs) * dayMs - days * dayMs;
}
