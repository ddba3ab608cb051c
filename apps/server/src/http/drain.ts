import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets what is under way finish. It stops listening a moment late: connections that the system has taken, but that a busy
 * process has not seen yet, would be reset together with the requests on them. Connections that wait for their next request
 * stay open for a moment, too: one that is on its way is still answered (with `Connection: close`) instead of being cut.
 */
export async function drain(
  server: Server,
  patience: { readonly drainAcceptMs: number; readonly drainIdleMs: number; readonly drainAllMs: number },
): Promise<void> {
  await sleep(patience.drainAcceptMs);
  const closed = new Promise<void>((resolve) => {
    // http.Server's own close() would cut idle connections at once.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const patient = new AbortController();
  const wait = (ms: number) => sleep(ms, 'elapsed', { signal: patient.signal, ref: false });
  try {
    if ((await Promise.race([closed, wait(patience.drainIdleMs)])) !== 'elapsed') return;
    server.closeIdleConnections();
    const poll = setInterval(() => server.closeIdleConnections(), 50);
    const end = await Promise.race([closed, wait(patience.drainAllMs - patience.drainIdleMs)]);
    clearInterval(poll);
    if (end === 'elapsed') server.closeAllConnections();
  } finally {
    patient.abort();
  }
}
