import type { Core } from './core.ts';
import type { ItemOptions } from './delivery-queue.ts';

/** Which value was sent last, by key: of a session, or of the users of a server. */
export interface SentExposures {
  readonly flags: Record<string, unknown>;
  readonly experiments: Record<string, unknown>;
}

/** Sends the event of an exposure, unless the value is the one that was sent last. Without an event it is only remembered. */
export function expose(
  core: Core,
  sent: SentExposures,
  kind: keyof SentExposures,
  key: string,
  value: unknown,
  event: object | false,
  options?: ItemOptions,
): void {
  if (core.isMuted || sent[kind][key] === value) return;
  // May begin a session, to which nothing was given yet.
  core.touch();
  sent[kind][key] = value;
  if (event) core.enqueue('events', event, options);
}
