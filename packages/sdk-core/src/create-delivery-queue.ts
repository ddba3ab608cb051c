import type { DeliveryQueue, OnSettled, QueuedItem } from './delivery-queue.ts';
import type { OwnCore } from './own-core.ts';
import type { Transport } from './transport.ts';

const MAX_BATCH_ITEMS = 100;
/** UTF-16 units, of which each takes three bytes at most: so 900,000 bytes; and what browsers let outlive a page. */
const MAX_BATCH_LENGTH = 3e5;
const MAX_LEAVING_LENGTH = 2e4;

export function createDeliveryQueue(
  core: OwnCore,
  transport: Transport,
  path?: string,
  onSettled?: OnSettled,
): DeliveryQueue {
  const {
    platform,
    options: { flushAt = 20, flushMs = 5e3, flushMax = 1e3 },
  } = core;
  let cancelTimer: (() => void) | undefined;
  let isToWait: string | null | undefined;
  let attempt = 0;
  const limit = path ? MAX_BATCH_ITEMS : 1;
  let maxItems = limit;
  let inFlight = 0;
  let sending: Promise<void> | undefined;
  const items = new Set<QueuedItem>();

  const wait = (delayMs: number): void => {
    cancelTimer ??= platform.later(delayMs, () => {
      isToWait = cancelTimer = undefined;
      send();
    });
  };

  const deliver = async (isLeaving?: boolean): Promise<void> => {
    const batch: QueuedItem[] = [];
    let body = '';
    let shared: QueuedItem | undefined;
    for (const item of items) {
      if (item.isInFlight) continue;
      shared ??= item;
      const own = item.about === shared.about ? '' : `"context":${item.about},`;
      const text = `{"timestamp":"${new Date(item.atMs).toJSON()}",${own}${item.json}`;
      if (
        batch.length >= maxItems ||
        (body && body.length + text.length > (isLeaving ? MAX_LEAVING_LENGTH : MAX_BATCH_LENGTH))
      )
        break;
      body += body ? `,${text}` : text;
      batch.push(item);
    }
    if (!shared || core.isStopped || core.isMuted) return;
    cancelTimer?.();
    cancelTimer = undefined;
    for (const item of batch) item.isInFlight = true;
    inFlight++;
    const { result, data, delayMs, retryAfter } = await transport(
      path ?? (shared.urlPath as string),
      attempt,
      path ? `{"batch":[${body}],"context":${shared.about}}` : body,
    );
    inFlight--;
    for (const item of batch) item.isInFlight = false;
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
    if (!isToWait && (isLeaving || !inFlight)) sending = deliver(isLeaving);
    return sending;
  });

  const remove = (gone: Iterable<QueuedItem>): void => {
    for (const item of gone) {
      items.delete(item);
      core.store(item.storageKey);
    }
  };

  return {
    items,
    send,
    remove,
    add(item) {
      items.add(item);
      if (items.size > flushMax)
        for (const oldest of items)
          if (!oldest.isInFlight) {
            core.drops++;
            remove([oldest]);
            break;
          }
      if (!attempt && (!path || items.size >= flushAt)) send();
      else wait(flushMs);
    },
  };
}
