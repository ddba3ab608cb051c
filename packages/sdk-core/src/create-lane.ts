import type { Core } from './core.ts';
import type { Entry, Lane } from './lane.ts';
import type { TransportResponse } from './transport.ts';

const MAX_BATCH_ITEMS = 100;
/** UTF-16 units, of which each takes three bytes at most: so 900,000 bytes; and what browsers let outlive a page. */
const MAX_BATCH_LENGTH = 3e5;
const MAX_LEAVING_LENGTH = 2e4;

export function createLane(
  core: Core,
  name: string,
  path?: string,
  onSettled?: (data: TransportResponse['data']) => void,
): Lane {
  const {
    platform,
    options: { flushAt = 20, flushMs = 5e3, flushMax = 1e3 },
  } = core;
  let cancelTimer: (() => void) | undefined;
  let isToWait: string | null | undefined;
  let attempt = 0;
  const limit = path ? MAX_BATCH_ITEMS : 1;
  let maxItems = limit;
  let underWay = 0;
  let sending: Promise<void> | undefined;
  const entries = new Set<Entry>();

  const wait = (delayMs: number): void => {
    cancelTimer ??= platform.later(delayMs, () => {
      isToWait = cancelTimer = undefined;
      send();
    });
  };

  const deliver = async (isLeaving?: boolean): Promise<void> => {
    const batch: Entry[] = [];
    let body = '';
    let shared = '';
    for (const entry of entries) {
      if (entry.isUnderWay) continue;
      shared ||= entry.context;
      const own = entry.context === shared ? '' : `"context":${entry.context},`;
      const item = `{"timestamp":"${new Date(entry.atMs).toJSON()}",${own}${entry.json}`;
      if (
        batch.length >= maxItems ||
        (body && body.length + item.length > (isLeaving ? MAX_LEAVING_LENGTH : MAX_BATCH_LENGTH))
      )
        break;
      body += body ? `,${item}` : item;
      batch.push(entry);
    }
    if (!body || core.isHalted || core.isMute) return;
    cancelTimer?.();
    cancelTimer = undefined;
    for (const entry of batch) entry.isUnderWay = true;
    underWay++;
    const { result, data, delayMs, retryAfter } = await core.transport(
      path ?? JSON.parse(shared),
      attempt,
      path ? `{"batch":[${body}],"context":${shared}}` : body,
    );
    underWay--;
    for (const entry of batch) entry.isUnderWay = false;
    if (result === 'retry') {
      wait(delayMs);
      isToWait = retryAfter;
      attempt++;
    } else if (result !== 'stop') {
      attempt = 0;
      if (result === 'halve' && batch[1]) maxItems = batch.length >> 1;
      else {
        maxItems = limit;
        remove(batch);
        if (!data) core.drops += batch.length;
        onSettled?.(data);
      }
      await deliver();
    }
  };

  const send = core.guard((isLeaving?: boolean): Promise<void> | undefined => {
    if (!isToWait && (isLeaving || !underWay)) sending = deliver(isLeaving);
    return sending;
  });

  const remove = (gone: Iterable<Entry>): void => {
    for (const entry of gone) {
      entries.delete(entry);
      core.store(entry.name);
    }
  };

  const lane: Lane = {
    name,
    entries,
    send,
    remove,
    add(entry) {
      entries.add(entry);
      if (entries.size > flushMax)
        for (const oldest of entries)
          if (!oldest.isUnderWay) {
            remove([oldest]);
            core.drops++;
            break;
          }
      if (!attempt && (!path || entries.size >= flushAt)) send();
      else wait(flushMs);
    },
  };
  core.lanes[name] = lane;
  return lane;
}
