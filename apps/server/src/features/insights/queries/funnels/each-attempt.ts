import type { FunnelRow, PersonAttempt } from './best-attempt.ts';

/** Follows everybody; hands over those who began. */
export type EachAttempt = (onAttempt: (attempt: PersonAttempt, rows: readonly FunnelRow[]) => void) => Promise<void>;
