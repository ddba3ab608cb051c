import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './processes.ts';

/** Before every clock of the machine says that the event was received. */
const marginMs = 60_000;

/**
 * How long until an event that was acknowledged is counted by a query. It asks for the last minute only: a count over
 * everything that is stored takes longer the more there is, and asked over and over takes a processor from loading.
 */
export async function visibleAfterMs(product: Product, name: string): Promise<number> {
  const from = new Date(Date.now() - marginMs).toISOString();
  const headers = { Authorization: `Bearer ${product.keys.secret}` };
  const response = await fetch(`${product.url}/v1/ingest`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ batch: [{ event: name }] }),
  });
  const acknowledgedAt = performance.now();
  if (response.status !== 202) throw new Error(`Answered ${response.status}`);
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
