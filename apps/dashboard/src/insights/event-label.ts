import type { EventChoice } from './insight.ts';

export const ANY_EVENT = 'Any event';

/** "checkout", "checkout, purchase", "Any event": as results name them, too. */
export function eventLabel(event: EventChoice): string {
  if (event === null) return '…';
  const names = [event].flat();
  return names.length === 0 ? ANY_EVENT : names.join(', ');
}
