import { load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { request } from '../harness/requests.ts';
import { plainRow, type Row, rate, ratioRow, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';

const CONNECTIONS = 32;
const EDIT_CONNECTIONS = 8;
const KNOWN_DEVICES = 1_000;
const FLAGS = 50;
const GOAL = 0.9;

interface Operation {
  readonly name: string;
  readonly connections: number;
  /** Makes the next request; called once for each. */
  requests(product: Product): () => Buffer;
}

const facts = { platform: 'web', os_name: 'Linux', locale: 'en-GB', app_version: '5.2.0' };
const json = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const knownDevice = (count: number): string => `known-${count % KNOWN_DEVICES}`;

function counting(next: (count: number) => Buffer): () => Buffer {
  let count = 0;
  return () => next(count++);
}

/** Unlike any other of this run. */
const unique = (count: number): string => `${process.hrtime.bigint().toString(36)}-${count}`;

const operations: readonly Operation[] = [
  {
    name: 'register, a new device each time',
    connections: CONNECTIONS,
    requests: ({ keys }) =>
      counting((count) =>
        request(keys.publishable, '/v1/devices/register', json({ device_id: unique(count), ...facts })),
      ),
  },
  {
    name: 'register, a known device with a new version',
    connections: CONNECTIONS,
    requests: ({ keys }) =>
      counting((count) => {
        const body = { device_id: knownDevice(count), ...facts, app_version: `5.${count}.0` };
        return request(keys.publishable, '/v1/devices/register', json(body));
      }),
  },
  {
    name: 'identify, a new user each time',
    connections: CONNECTIONS,
    requests: ({ keys }) =>
      counting((count) => {
        const body = { user_id: unique(count), attributes: { plan: 'gold', logins: count } };
        return request(keys.publishable, `/v1/devices/${knownDevice(count)}/identify`, json(body));
      }),
  },
  {
    name: 'edit of a flag',
    connections: EDIT_CONNECTIONS,
    requests: ({ keys }) =>
      counting((count) => {
        const body = json({ percentage: count % 101, value: true });
        return Buffer.from(
          request(keys.secret, `/v1/flags/flag_${count % FLAGS}/rollout`, body)
            .toString('latin1')
            .replace('POST', 'PUT'),
          'latin1',
        );
      }),
  },
];

/** `LP_BENCH_BEFORE` may name the built main.js of another version: it is measured in the same rounds, as the reference. */
export const control: Scenario = {
  name: 'control',
  topic: 'Config and flags',
  sentence: 'Register, identify and edit: requests that write to the control database',
  run: async ({ seconds, rounds }) => {
    const { LP_BENCH_BEFORE: before } = process.env;
    const product = await prepared();
    const reference = before === undefined ? undefined : await prepared(before);
    const rows: Row[] = [];
    try {
      for (const operation of operations) {
        const pairs: { product: number; reference: number }[] = [];
        for (let round = 0; round <= rounds; round += 1) {
          const earlier = reference === undefined ? Number.NaN : await measure(operation, reference, seconds);
          const pair = { product: await measure(operation, product, seconds), reference: earlier };
          if (round > 0) pairs.push(pair);
        }
        const alone = pairs.map((pair) => pair.product);
        rows.push(
          reference === undefined
            ? plainRow(operation.name, alone, '/s', rate(median(alone)))
            : ratioRow(operation.name, pairs, GOAL),
        );
      }
    } finally {
      await product.stop();
      await reference?.stop();
    }
    return rows;
  },
};

async function prepared(entry?: string): Promise<Product> {
  const product = await startProduct(entry === undefined ? {} : { entry });
  const send = async (path: string, key: string, body: unknown): Promise<void> => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  const { publishable, secret } = product.keys;
  for (let count = 0; count < FLAGS; count += 1) {
    await send('/v1/flags', secret, { key: `flag_${count}`, name: `flag_${count}`, platforms: ['web'] });
  }
  for (let count = 0; count < KNOWN_DEVICES; count += 1) {
    await send('/v1/devices/register', publishable, { device_id: knownDevice(count), ...facts });
  }
  return product;
}

async function measure(operation: Operation, product: Product, seconds: number): Promise<number> {
  const { connections, requests } = operation;
  const { perSecond, statuses } = await load({ url: product.url, connections, seconds, next: requests(product) });
  const failed = Object.keys(statuses).filter((status) => !status.startsWith('2'));
  if (failed.length > 0) throw new Error(`${operation.name}: ${JSON.stringify(statuses)}`);
  return perSecond;
}
