import { setTimeout as sleep } from 'node:timers/promises';
import { demoBatches } from '@lamppost/demo-data';
import { load } from '../harness/load.ts';
import type { Product } from '../harness/processes.ts';
import { request } from '../harness/requests.ts';

const seed = 4711;
/** Unloaded log beyond which filling waits, so that nothing is refused. */
const MAX_UNLOADED_BYTES = 256 * 1024 * 1024;
const stretchSeconds = 2;

/** Ninety days of the demo's product, through the front door. Answers when they end. */
export async function fillStore(product: Product, events: number): Promise<number> {
  const untilMs = Date.now();
  const batches = demoBatches({ events, seed, untilMs });
  const idle = request(product.keys.secret, '/v1/ingest', Buffer.from('{"batch":[{"event":"filled"}]}'));
  let isDone = false;
  const next = (): Buffer => {
    const { value, done } = batches.next();
    isDone ||= done === true;
    return value === undefined ? idle : request(product.keys.secret, '/v1/ingest', Buffer.from(value.body));
  };
  while (!isDone) {
    await load({ url: product.url, connections: 4, seconds: stretchSeconds, next });
    await untilLoaded(product, MAX_UNLOADED_BYTES);
  }
  await untilLoaded(product, 0);
  return untilMs;
}

/** Until no more than this waits for the store. */
export async function untilLoaded(product: Product, bytes: number): Promise<void> {
  for (;;) {
    const report = (await (await fetch(`${product.url}/readyz`)).json()) as { store: { unloaded_bytes: number } };
    if (report.store.unloaded_bytes <= bytes) return;
    await sleep(200);
  }
}

/** The server listens before its store is open. */
export async function untilAnswering(product: Product): Promise<void> {
  for (;;) {
    const report = (await (await fetch(`${product.url}/readyz`)).json()) as { store: { state: string } };
    if (report.store.state === 'ready') return;
    await sleep(100);
  }
}
