import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 32 * 1_048_576;
/** Node discards by itself what nobody has read when the answer is out, at less cost; it knows no bound. */
const SMALL_BYTES = 65_536;

/**
 * A client that is still sending meets a reset, not the answer, when the connection is closed under it,
 * and would then send the same again for ever. So the rest is read and thrown away, within bounds: of bytes here, of time by the
 * server's own patience with requests.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || Number(request.headers['content-length']) <= SMALL_BYTES) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) request.destroy();
  });
  request.resume();
}
