import type { Wire } from '@lamppost/protocol';
import type { EventChoice } from '../insight.ts';

/** As queries name events: null is any, a single one stands without a list. */
export function wireEvent(event: EventChoice): Wire['InsightEvent'] {
  if (event === null || typeof event === 'string') return event;
  const [first, ...more] = event;
  if (first === undefined) return null;
  return more.length === 0 ? first : [first, ...more];
}

/** The same way back. */
export const eventOfWire = (event: Wire['InsightEvent']): EventChoice => (event === null ? [] : event);
