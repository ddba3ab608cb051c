import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Product, startProduct } from '../harness/processes.ts';
import { ownerOf, storedRows, untilStored } from '../harness/store-state.ts';
import { untilAnswering } from './fill-store.ts';
import { growingBatches } from './growing-product.ts';
import { type BatchSource, SegmentWriter } from './segment-writer.ts';

/** Before the loader gets the next ones. */
const filledAtOnce = 400_000;
const seed = 1;

/** Events of ninety days, past the edge. The product must be restarted before it takes any itself: see `reopened`. */
export async function fillBySegments(
  product: Product,
  events: number,
  next: BatchSource = growingBatches(seed, events),
): Promise<SegmentWriter> {
  const writer = new SegmentWriter(join(product.dataDir, 'log'), await ownerOf(product), next);
  const before = await storedRows(product);
  for (let written = 0; written < events; ) {
    const prepared = await writer.prepare(Math.min(filledAtOnce, events - written));
    await prepared.publish();
    written += prepared.events;
    await untilStored(product, before + written);
  }
  return writer;
}

/** Started again on the same data, without the log that the segments came from: a server refuses a second one. */
export async function reopened(
  product: Product,
  writer: SegmentWriter,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  await product.stop();
  await rm(writer.folder, { recursive: true, force: true });
  const again = await startProduct({ dataDir: product.dataDir, env });
  await untilAnswering(again);
  return again;
}
