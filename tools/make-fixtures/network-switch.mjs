import { connect, createServer } from 'node:net';

/**
 * A way to a server that can be cut: what goes through it finds nobody afterwards.
 * @param {string} url
 */
export async function networkSwitch(url) {
  const { hostname, port } = new URL(url);
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const gate = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      if (from === undefined || to === undefined) continue;
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from));
      from.pipe(to);
    }
  });
  await new Promise((resolve) => gate.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (gate.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    async cut() {
      const closed = new Promise((resolve) => gate.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
