import { DAY_MS, HOUR_MS } from '@lamppost/protocol';

/** What those outside know of an alert. */
export interface Told {
  readonly state: 'firing' | 'resolved';
  /** Of the latest messages, those of the last hour included. */
  readonly atMs: readonly number[];
}

/** `held_back`: the last message of the hour, which says that there will be no more. */
export type AlertNotice = 'firing' | 'resolved' | 'reminder' | 'held_back';

export interface Decided {
  readonly notice: AlertNotice | null;
  /** Why there is none, where there would be one. */
  readonly withheld: 'muted' | 'held_back' | null;
  readonly told: Told;
}

/** In any hour; one more says that the rest is held back. */
export const MAX_MESSAGES_PER_HOUR = 6;
export const newTold: Told = { state: 'resolved', atMs: [] };

/**
 * Whether something is to be told now. It compares what is with what was told last, so nothing is told twice, and what was
 * muted or held back is told later if it is still so. Pure.
 */
export function decideNotice(
  told: Told,
  { isFiring, isMuted, remind }: { isFiring: boolean; isMuted: boolean; remind: 'off' | 'daily' },
  nowMs: number,
): Decided {
  const state = isFiring ? 'firing' : 'resolved';
  const lastAtMs = told.atMs.at(-1) ?? 0;
  const isDue = isFiring && remind === 'daily' && nowMs - lastAtMs >= DAY_MS;
  if (state === told.state && !isDue) return { notice: null, withheld: null, told };
  if (isMuted) return { notice: null, withheld: 'muted', told };
  const recent = told.atMs.filter((atMs) => nowMs - atMs < HOUR_MS);
  if (recent.length > MAX_MESSAGES_PER_HOUR) return { notice: null, withheld: 'held_back', told };
  const after: Told = { state, atMs: [...recent, nowMs] };
  if (recent.length === MAX_MESSAGES_PER_HOUR) return { notice: 'held_back', withheld: null, told: after };
  return { notice: state === told.state ? 'reminder' : state, withheld: null, told: after };
}
