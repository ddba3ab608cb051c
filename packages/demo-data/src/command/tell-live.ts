import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoItem } from '../demo-item.ts';
import type { LiveSessions, TimedItem } from '../live-sessions.ts';
import type { ApiClient } from './api-client.ts';
import { pauseAfter } from './live-pace.ts';
import { emptyTally, sendStream } from './send-stream.ts';

const lookEveryMs = 500;
const parallel = 4;

export interface LiveOptions {
  readonly sessions: LiveSessions;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

/** Sends what happens now, as it happens, until it is stopped. */
export async function tellLive({ sessions, client, signal }: LiveOptions): Promise<void> {
  const startedAtMs = Date.now();
  let nextAtMs = startedAtMs;
  let waiting: TimedItem[] = [];
  while (!signal.aborted) {
    const nowMs = Date.now();
    if (nowMs >= nextAtMs) {
      waiting = [...waiting, ...sessions.begin(nowMs)];
      // From now and not from when it was due: after a sleep of the machine nothing is made up for.
      nextAtMs = nowMs + pauseAfter(nowMs - startedAtMs);
    }
    const due = waiting.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs);
    waiting = waiting.filter(({ atMs }) => atMs > nowMs);
    for (const items of inSteps(due)) await sendStream(items, { client, parallel, signal, tally: emptyTally() });
    await sleep(lookEveryMs);
  }
}

/** Registrations and sign-ins first: what is sent side by side may overtake. */
function inSteps(due: readonly TimedItem[]): DemoItem[][] {
  const items = due.map(({ item }) => item);
  const isOfDevice = ({ kind }: DemoItem): boolean => kind === 'register' || kind === 'identify';
  return [items.filter(isOfDevice), items.filter((item) => !isOfDevice(item))];
}
