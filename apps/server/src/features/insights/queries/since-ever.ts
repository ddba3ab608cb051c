import type { Moment } from './insight-params.ts';

/** No event is older. */
const BEGINNING_MS = Date.parse('0001-01-01T00:00:00Z');

/** The time until the end of a range, with all that was before it. */
export const sinceEver = (moment: Moment): Moment => ({ ...moment, fromMs: BEGINNING_MS });
