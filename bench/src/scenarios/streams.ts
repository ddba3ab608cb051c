import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct } from '../harness/processes.ts';
import { get } from '../harness/requests.ts';
import { boundRow, ms, plainRow, type Scenario } from '../harness/scenario.ts';
import { percentile } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';
import { call } from '../harness/store-state.ts';

const clients = 500;
const manyClients = 10_000;
/** Sockets that are opened at once: more than the system keeps waiting are lost. */
const openedAtOnce = 200;
const changesOfRound = 10;

/** Connected clients, and how often any of them was told. */
class Audience {
  readonly #sockets: Socket[] = [];
  readonly #product: Product;
  #told: (() => void) | undefined;

  constructor(product: Product) {
    this.#product = product;
  }

  async grow(to: number): Promise<void> {
    while (this.#sockets.length < to) {
      const from = this.#sockets.length;
      const count = Math.min(openedAtOnce, to - from);
      await Promise.all(Array.from({ length: count }, (_, at) => this.#open(from + at)));
    }
  }

  /** Milliseconds until each one was told of what the change does. */
  async tell(change: () => Promise<unknown>): Promise<number[]> {
    const latencies: number[] = [];
    const changedAt = performance.now();
    const all = new Promise<void>((resolve) => {
      this.#told = () => {
        latencies.push(performance.now() - changedAt);
        if (latencies.length === this.#sockets.length) resolve();
      };
    });
    await change();
    await Promise.race([all, sleep(20_000)]);
    this.#told = undefined;
    if (latencies.length !== this.#sockets.length)
      throw new Error(`${latencies.length} of ${this.#sockets.length} were told`);
    return latencies;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Until its first message. */
  #open(number: number): Promise<void> {
    const { port } = new URL(this.#product.url);
    const socket = connect(Number(port), '127.0.0.1');
    this.#sockets.push(socket);
    socket.write(get(this.#product.keys.publishable, '/v1/config/stream', { 'X-Device-ID': `stream-${number}` }));
    return new Promise((resolve, reject) => {
      socket.once('data', () => resolve());
      socket.once('error', reject);
      socket.on('data', (chunk) => {
        if (chunk.includes('event: config')) this.#told?.();
      });
    });
  }
}

export const streams: Scenario = {
  name: 'streams',
  topic: 'Config and flags',
  sentence: 'A flag change until the last of 500 connected clients has it; memory with 10,000 of them',
  run: async ({ rounds }) => {
    const product = await startProduct();
    const audience = new Audience(product);
    let changes = 0;
    const change = () =>
      audience.tell(() =>
        call(product, 'PUT', '/v1/flags/watched/rollout', { percentage: changes++ % 101, value: true }),
      );
    const round = async (): Promise<number[]> => {
      const latencies: number[] = [];
      for (let count = 0; count < changesOfRound; count += 1) latencies.push(...(await change()));
      return latencies;
    };
    try {
      await call(product, 'POST', '/v1/flags', { key: 'watched', name: 'Watched', platforms: ['web'] });
      await audience.grow(clients);
      await change();
      const { measured, isNoisy } = await steadily(rounds, round);
      const p99 = measured.map((latencies) => percentile(latencies, 0.99));
      const p50 = percentile(measured.flat(), 0.5);
      const before = await product.memoryMb();
      await audience.grow(manyClients);
      const slowest = percentile(await change(), 0.99);
      const { main } = await product.memoryMb();
      const memory = `${before.main.toFixed(0)} MB with ${clients}, then ${main.toFixed(0)} MB; told after ${ms(slowest)} (p99)`;
      return [
        boundRow(`flag change → ${clients} connected clients, p99`, p99, ' ms', 250, `p50 ${ms(p50)}`, isNoisy),
        plainRow(`memory of the main process with ${manyClients.toLocaleString('en')} streams`, [main], ' MB', memory),
      ];
    } finally {
      audience.close();
      await product.stop();
    }
  },
};
