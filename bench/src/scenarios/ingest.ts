import { compareRates, mainCpuRow, rateRow, type Side } from '../harness/measure-load.ts';
import { type Product, type Reference, startProduct, startReference } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';

const connections = 32;
const batchEvents = 20;

interface SideOptions {
  readonly events?: number;
  readonly isGzip?: boolean;
}

function sideOf(server: Product, { seconds }: BenchOptions, options: SideOptions = {}): Side {
  const { next } = ingestRequests({ events: batchEvents, key: server.keys.secret, ...options });
  return { server, settings: { connections, seconds, next }, statuses: ['202'] };
}

const floorSide = (floor: Reference, { settings }: Side): Side => ({ server: floor, settings, statuses: ['202'] });

async function ingestAgainstFloor(events: number, goal: number, options: BenchOptions): Promise<Row[]> {
  const product = await startProduct();
  const floor = await startReference('floor');
  try {
    const ours = sideOf(product, options, { events });
    const result = await compareRates(ours, floorSide(floor, ours), options.rounds);
    const of = events === 1 ? 'single events' : `batches of ${events}`;
    return [
      rateRow(`ingest, ${of}, loader running, against the floor`, result, goal),
      mainCpuRow(`CPU of the main process for one event, ${of}, against the floor`, result, events, 1.5),
    ];
  } finally {
    await product.stop();
    await floor.stop();
  }
}

export const ingestTwenty: Scenario = {
  name: 'ingest-20',
  topic: 'Ingest',
  sentence: 'Batches of 20 events, durable, against a server that only parses, appends and syncs',
  run: (options) => ingestAgainstFloor(batchEvents, 0.6, options),
};

export const ingestOne: Scenario = {
  name: 'ingest-1',
  topic: 'Ingest',
  sentence: 'Single events against the same floor',
  run: (options) => ingestAgainstFloor(1, 0.6, options),
};

export const ingestGzip: Scenario = {
  name: 'ingest-gzip',
  topic: 'Ingest',
  sentence: 'Compressed bodies against the same ones uncompressed',
  run: async (options) => {
    const product = await startProduct();
    try {
      const zipped = sideOf(product, options, { isGzip: true });
      const result = await compareRates(zipped, sideOf(product, options), options.rounds);
      return [rateRow('ingest, gzip bodies, against themselves uncompressed', result, 0.85)];
    } finally {
      await product.stop();
    }
  },
};

const slowSync = { NODE_OPTIONS: `--import ${new URL('../harness/slow-sync.js', import.meta.url).href}` };

async function syncOnAgainstOff(name: string, env: Record<string, string>, options: BenchOptions): Promise<Row> {
  const durable = await startProduct({ env });
  const volatile = await startProduct({ env: { LP_SYNC: 'false' } });
  try {
    const result = await compareRates(sideOf(durable, options), sideOf(volatile, options), options.rounds);
    return rateRow(name, result, 0.95);
  } finally {
    await durable.stop();
    await volatile.stop();
  }
}

export const ingestSync: Scenario = {
  name: 'ingest-sync',
  topic: 'Ingest',
  sentence: 'What durability costs: sync on against sync off, also when every sync takes 2 ms longer',
  run: async (options) => [
    await syncOnAgainstOff('ingest, sync on, against sync off', {}, options),
    await syncOnAgainstOff('ingest, sync on and 2 ms longer, against sync off', slowSync, options),
  ],
};
