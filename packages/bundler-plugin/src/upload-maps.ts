import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Destination, sendToLamppost } from './send-to-lamppost.ts';
import type { TakenMap } from './take-source-maps.ts';

/** The server takes four at once, from everybody. */
const PARALLEL_UPLOADS = 3;

/** Answers when every map is on the server's disk; begins no other after one has failed, and throws why. */
export async function uploadMaps(
  destination: Destination,
  maps: readonly TakenMap[],
  labels: { readonly release: string | undefined; readonly build: string | undefined },
): Promise<void> {
  const waiting = [...maps];
  const uploadNext = async (): Promise<void> => {
    for (let map = waiting.shift(); map !== undefined; map = waiting.shift()) {
      const query = new URLSearchParams({ kind: 'sourcemap', file: map.file });
      if (labels.release !== undefined) query.set('release', labels.release);
      if (labels.build !== undefined) query.set('build', labels.build);
      const headers = { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' };
      const body = new Uint8Array(await promisify(gzip)(map.text));
      try {
        await sendToLamppost(destination, `/v1/symbols?${query}`, { body, headers });
      } catch (error) {
        waiting.length = 0;
        throw new Error(`${map.file}: ${(error as Error).message}`, { cause: error });
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL_UPLOADS }, uploadNext));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
