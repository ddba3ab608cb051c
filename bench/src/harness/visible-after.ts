import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './processes.ts';

/** Before every clock of the machine says that the event was received. */
const marginMs = 60_000;
const MAX_ATTEMPTS = 100;

/**
 * How long until an event that was acknowledged is counted by a query. It asks for the last minute only: a count over
 * everything that is stored takes longer the more there is, and asked over and over takes a processor from loading.
 */
export async function visibleAfterMs(product: Product, name: string): Promise<number> {
  const from = new Date(Date.now() - marginMs).toISOString();
  const headers = { Authorization: `Bearer ${product.keys.secret}` };
  await acknowledge(product, headers, name);
  const acknowledgedAt = performance.now();
  for (;;) {
    const found = (await (
      await fetch(`${product.url}/v1/events/count?event=${name}&from=${from}`, { headers })
    ).json()) as {
      data?: { count: number };
    };
    if (found.data?.count === 1) return performance.now() - acknowledgedAt;
    if (performance.now() - acknowledgedAt > 20_000) return Number.POSITIVE_INFINITY;
    await sleep(25);
  }
}

/** A server that sheds load asks to be sent the same again. */
async function acknowledge(product: Product, headers: Record<string, string>, name: string): Promise<void> {
  const body = JSON.stringify({ batch: [{ event: name, event_id: name }] });
  for (let attempt = 1; ; attempt++) {
    const { status } = await fetch(`${product.url}/v1/ingest`, { method: 'POST', headers, body });
    if (status === 202) return;
    if (status !== 503 || attempt === MAX_ATTEMPTS) throw new Error(`Answered ${status}`);
    await sleep(100);
  }
}
