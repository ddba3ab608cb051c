/** What happens when the retention becomes `next`, in words. Days are whole days of UTC by the time of receipt. */
export function retentionConsequence(now: number | null, next: number | null): string | undefined {
  if (now === next) return undefined;
  if (next === null) return 'From now on nothing expires. What has expired does not come back.';
  const isShorter = now === null || next < now;
  if (!isShorter) return `Events are kept for ${dayWords(next)}. What has expired before does not come back.`;
  return (
    `Within a day, everything that was received more than ${dayWords(next)} ago goes from every chart, list and export: ` +
    'events, crashes, metrics and failed events, and devices that were not seen since. It cannot be undone.'
  );
}

export const isShorter = (now: number | null, next: number | null): boolean =>
  next !== null && (now === null || next < now);

export const dayWords = (days: number): string => (days === 1 ? '1 day' : `${days.toLocaleString('en')} days`);

/** The first moment that is kept: whole days of UTC. */
export function firstKept(days: number, nowMs: number): number {
  const dayMs = 86_400_000;
  return Math.floor(nowMs / dayMs) * dayMs - days * dayMs;
}
