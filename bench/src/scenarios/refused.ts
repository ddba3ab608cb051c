import { load } from '../harness/load.ts';
import { compareRates, rateRow } from '../harness/measure-load.ts';
import { type Product, startProduct, startReference } from '../harness/processes.ts';
import { ingestRequests, request } from '../harness/requests.ts';
import { boundRow, type Row, type Scenario } from '../harness/scenario.ts';

const connections = 32;
const unknownKey = `lp_sec_production_${'0'.repeat(49)}`;
const brokenBody = Buffer.from('{"batch":[{"event":"x"},'.repeat(300));
/** One byte more than is taken. */
const tooLargeBody = Buffer.alloc(1_048_577, ' ');

interface Flood {
  readonly name: string;
  readonly statuses: readonly string[];
  next(product: Product): () => Buffer;
}

const floods: readonly Flood[] = [
  { name: '401', statuses: ['401'], next: () => ingestRequests({ events: 20, key: unknownKey }).next },
  {
    name: '429',
    // Of each minute the plan allows sixty.
    statuses: ['429', '202'],
    next: ({ keys }) => ingestRequests({ events: 20, key: keys.secret }).next,
  },
  {
    name: '400 (broken JSON)',
    statuses: ['400'],
    next: ({ keys }) => {
      const broken = request(keys.secret, '/v1/ingest', brokenBody);
      return () => broken;
    },
  },
];

async function floodWithLarge(product: Product, seconds: number): Promise<void> {
  const large = request(product.keys.secret, '/v1/ingest', tooLargeBody);
  await load({ url: product.url, connections, seconds, next: () => large });
}

export const ingestRefused: Scenario = {
  name: 'ingest-refused',
  topic: 'Ingest',
  sentence: 'Floods of requests that are refused, against the floor; memory must stay flat',
  run: async ({ seconds, rounds }) => {
    const product = await startProduct();
    const metered = await startProduct({ plan: 'free' });
    const floor = await startReference('floor');
    const rows: Row[] = [];
    try {
      const good = { connections, seconds, next: ingestRequests({ events: 20, key: product.keys.secret }).next };
      const runAll = async (times: number): Promise<Row[]> => {
        const made: Row[] = [];
        for (const { name, statuses, next } of floods) {
          const server = name === '429' ? metered : product;
          const ours = { server, settings: { connections, seconds, next: next(server) }, statuses };
          const result = await compareRates(ours, { server: floor, settings: good, statuses: ['202'] }, times);
          made.push(rateRow(`refused, ${name} under flood, against the floor`, result, 0.7));
        }
        await floodWithLarge(product, seconds);
        return made;
      };
      // The first floods bring the heap to its working size; what follows must not add to it.
      await runAll(1);
      const before = await product.memoryMb();
      rows.push(...(await runAll(rounds)));
      const after = await product.memoryMb();
      const measured = `${before.main.toFixed(0)} → ${after.main.toFixed(0)} MB`;
      const name = 'refused (401, 400, 413), growth of the main process from the second round of floods on';
      rows.push(boundRow(name, after.main - before.main, ' MB', 50, measured));
    } finally {
      await product.stop();
      await metered.stop();
      await floor.stop();
    }
    return rows;
  },
};
