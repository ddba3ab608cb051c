import type { ServerEvent } from '../../api/event-stream.ts';

/** What came while the page was listening. */
export type Arrival =
  | { readonly status: 'stored'; readonly name: string; readonly event: unknown }
  | { readonly status: 'refused'; readonly name: string; readonly reason: string; readonly event: unknown };

/**
 * The first of the messages that tells of an event; a stored one is preferred to one that was refused, and what somebody
 * tracked to what an SDK tells by itself.
 */
export function firstArrival(messages: readonly ServerEvent[]): Arrival | undefined {
  const arrivals = messages
    .filter(({ event }) => event === 'event')
    .map(({ data }) => readArrival(JSON.parse(data) as Record<string, unknown>));
  const stored = arrivals.filter(({ status }) => status === 'stored');
  return stored.find(({ name }) => !name.startsWith('$')) ?? stored[0] ?? arrivals[0];
}

function readArrival({ status, ...event }: Record<string, unknown>): Arrival {
  const name = typeof event.event === 'string' ? event.event : '';
  if (status === 'stored') return { status, name, event };
  return { status: 'refused', name, reason: String(event.reason ?? status), event: event.raw ?? event };
}
