import type { LiveSessions } from '../live-sessions.ts';
import { HOUR_MS } from '../units.ts';
import type { ApiClient } from './api-client.ts';
import { emptyTally, sendStream } from './send-stream.ts';

/** A night is worth making up for, a restart is not. */
const shortestGapMs = 3 * HOUR_MS;
const longestGapMs = 60 * 24 * HOUR_MS;
const parallel = 4;

export interface CatchUpOptions {
  readonly sessions: LiveSessions;
  readonly admin: ApiClient;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

/** Tells what happened while the server was off, so that a demo that is started again next week has a last week. */
export async function catchUp({ sessions, admin, client, signal }: CatchUpOptions): Promise<void> {
  const [latest] = await admin.data<readonly { readonly received_at: string }[]>('GET', '/v1/events?limit=1');
  const nowMs = Date.now();
  const sinceMs = latest === undefined ? nowMs : Date.parse(latest.received_at);
  if (nowMs - sinceMs < shortestGapMs) return;
  const items = sessions.between(Math.max(sinceMs, nowMs - longestGapMs), nowMs);
  await sendStream(items, { client, parallel, signal, tally: emptyTally() });
}
