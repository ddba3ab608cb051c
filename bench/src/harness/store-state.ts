import { setTimeout as sleep } from 'node:timers/promises';
import type { SegmentOwner } from '../filling/segment-writer.ts';
import type { Product } from './processes.ts';

export type StoredKind = 'events' | 'metrics' | 'crashes';

/** Rows that the store has taken in, duplicates included. */
export async function storedRows(product: Product, kind: StoredKind = 'events'): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const of = (outcome: string): number =>
    Number(new RegExp(`lamppost_store_rows\\{kind="${kind}",outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return of('stored') + of('duplicate');
}

export async function untilStored(product: Product, rows: number, kind: StoredKind = 'events'): Promise<void> {
  while ((await storedRows(product, kind)) < rows) await sleep(50);
}

/** Asks a route of the product with a secret key; the data of its answer. */
export async function call<T>(product: Product, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${product.keys.secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Whose events the keys of the product are for. */
export async function ownerOf(product: Product): Promise<SegmentOwner> {
  const project = await call<{ id: string }>(product, 'GET', '/v1/project');
  const environments = await call<readonly { id: string; slug: string }[]>(product, 'GET', '/v1/environments');
  return { projectId: project.id, environmentId: environments.find(({ slug }) => slug === 'production')?.id ?? '' };
}
