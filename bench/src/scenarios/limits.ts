import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { endingWithUs } from '../harness/children.ts';
import { type LoadResult, load } from '../harness/load.ts';
import { freePort, untilListening } from '../harness/ports.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { boundRow, ms, type Row, ratioRow, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';

const connections = 32;
/** A plan has 5,000 requests a minute at most, so that many projects are needed to send at full speed. */
const projects = 100;

/** Limits in Redis on the same machine against limits in memory; both servers count every request. */
export const limits: Scenario = {
  name: 'limits',
  topic: 'Ingest',
  sentence: 'Ingest with limits in a Redis on this machine, against limits in memory; needs redis-server',
  run: async (options) => {
    const redis = await startRedis();
    const memory = await startMetered({});
    // All cores are busy here: what is measured is Redis, not how often it is given up.
    const shared = await startMetered({ LP_REDIS_URL: redis.url, LP_REDIS_TIMEOUT_MS: '5000' });
    const pairs: { product: LoadResult; reference: LoadResult }[] = [];
    try {
      for (let round = 0; round <= options.rounds; round += 1) {
        const reference = await measure(memory, options.seconds);
        const product = await measure(shared, options.seconds);
        if (round > 0) pairs.push({ product, reference });
      }
    } finally {
      await shared.product.stop();
      await memory.product.stop();
      await redis.stop();
    }
    return [
      ratioRow(
        'ingest, batches of 20, limits in Redis against limits in memory',
        pairs.map(({ product, reference }) => ({ product: product.perSecond, reference: reference.perSecond })),
        0.8,
      ),
      addedLatency(pairs),
    ];
  },
};

function addedLatency(pairs: readonly { product: LoadResult; reference: LoadResult }[]): Row {
  const shared = median(pairs.map(({ product }) => product.p50Ms));
  const memory = median(pairs.map(({ reference }) => reference.p50Ms));
  const measured = `${ms(shared)} against ${ms(memory)}`;
  return boundRow('ingest, half is answered later with limits in Redis, by', shared - memory, ' ms', 5, measured);
}

interface Metered {
  readonly product: Product;
  readonly next: () => Buffer;
}

async function startMetered(env: Readonly<Record<string, string>>): Promise<Metered> {
  const product = await startProduct({ env, isMetered: true });
  const senders: (() => Buffer)[] = [];
  for (let count = 0; count < projects; count += 1) {
    const response = await fetch(`${product.url}/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${product.operatorToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug: `p-${count}`, name: `p-${count}`, plan: 'scale' }),
    });
    if (!response.ok) throw new Error(await response.text());
    const { data } = (await response.json()) as { data: { keys: { production: { secret: string } } } };
    senders.push(ingestRequests({ events: 20, key: data.keys.production.secret, variants: 4 }).next);
  }
  let at = 0;
  return { product, next: () => (senders[at++ % projects] as () => Buffer)() };
}

async function measure({ product, next }: Metered, seconds: number): Promise<LoadResult> {
  const result = await load({ url: product.url, connections, seconds, next });
  const others = Object.keys(result.statuses).filter((status) => status !== '202');
  if (others.length > 0) throw new Error(`Expected 202 only: ${JSON.stringify(result.statuses)}`);
  return result;
}

async function startRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  const child = endingWithUs(spawn('redis-server', args, { stdio: 'ignore' }));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', () => reject(new Error('redis-server is not installed: apt-get install redis-server')));
  });
  await Promise.race([untilListening(port), ended]);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
