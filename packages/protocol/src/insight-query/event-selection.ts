import type { Wire } from '../schemas/index.ts';

/** The names that are meant; null for any event. */
export const eventNames = (event: Wire['InsightEvent']): readonly string[] | null =>
  typeof event === 'string' ? [event] : event;
