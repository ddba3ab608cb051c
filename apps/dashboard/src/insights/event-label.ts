import type { Wire } from '@lamppost/protocol';

/** "checkout", "checkout, purchase", "Any event": as results name them, too. */
export const eventLabel = (event: Wire['InsightEvent']): string =>
  event === null ? 'Any event' : [event].flat().join(', ');
