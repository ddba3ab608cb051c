import type { PersonAttempt } from './best-attempt.ts';
import type { PersonRows } from './person-rows.ts';

/** Follows everybody; hands over those who began. */
export type EachAttempt = (onAttempt: (attempt: PersonAttempt, rows: PersonRows) => void) => Promise<void>;
