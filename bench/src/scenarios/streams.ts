import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '../harness/processes.ts';
import { get } from '../harness/requests.ts';
import { boundRow, ms, type Scenario } from '../harness/scenario.ts';

const clients = 500;
const changes = 20;

export const streams: Scenario = {
  name: 'streams',
  sentence: 'A flag change until the last of 500 connected clients has it',
  run: async () => {
    const product = await startProduct();
    const headers = { Authorization: `Bearer ${product.keys.secret}` };
    const send = async (method: string, path: string, body: unknown) => {
      const response = await fetch(`${product.url}${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(await response.text());
    };
    const sockets: Socket[] = [];
    const latencies: number[] = [];
    let changedAt = 0;
    try {
      await send('POST', '/v1/flags', { key: 'watched', name: 'Watched', platforms: ['web'] });
      const { port } = new URL(product.url);
      for (let client = 0; client < clients; client += 1) {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(get(product.keys.publishable, '/v1/config/stream', { 'X-Device-ID': `stream-${client}` }));
        socket.on('data', (chunk) => {
          if (changedAt > 0 && chunk.includes('event: config')) latencies.push(performance.now() - changedAt);
        });
        sockets.push(socket);
      }
      await sleep(2_000);
      for (let change = 0; change < changes; change += 1) {
        changedAt = performance.now();
        await send('PUT', '/v1/flags/watched/rollout', { percentage: change * 5, value: true });
        await sleep(400);
      }
    } finally {
      for (const socket of sockets) socket.destroy();
      await product.stop();
    }
    if (latencies.length !== clients * changes)
      throw new Error(`${latencies.length} of ${clients * changes} were told`);
    latencies.sort((a, b) => a - b);
    const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
    const p50 = latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN;
    return [
      boundRow(`flag change → ${clients} connected clients, p99`, p99, ' ms', 250, `p50 ${ms(p50)}, p99 ${ms(p99)}`),
    ];
  },
};
