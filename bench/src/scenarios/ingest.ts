import { load } from '../harness/load.ts';
import { startProduct, startReference } from '../harness/processes.ts';
import { ingestRequests, request } from '../harness/requests.ts';
import { type BenchOptions, type Row, ratioRow, type Scenario } from '../harness/scenario.ts';

const connections = 32;

async function ingestAgainstFloor(events: number, goal: number, options: BenchOptions): Promise<Row> {
  const product = await startProduct();
  const floor = await startReference('floor');
  const requests = ingestRequests({ events, key: product.keys.secret });
  const pairs: { product: number; reference: number }[] = [];
  try {
    for (let round = 0; round <= options.rounds; round += 1) {
      const reference = await load({ url: floor.url, connections, seconds: options.seconds, next: requests.next });
      const measured = await load({ url: product.url, connections, seconds: options.seconds, next: requests.next });
      refuseOthers(measured.statuses, '202');
      // The first round warms both up.
      if (round > 0) pairs.push({ product: measured.perSecond, reference: reference.perSecond });
    }
  } finally {
    await product.stop();
    await floor.stop();
  }
  return ratioRow(
    `ingest, batches of ${events} (${requests.bodyBytes} bytes), loader running, against the floor`,
    pairs,
    goal,
  );
}

function refuseOthers(statuses: Readonly<Record<string, number>>, expected: string): void {
  const others = Object.keys(statuses).filter((status) => status !== expected);
  if (others.length > 0) throw new Error(`Expected ${expected} only: ${JSON.stringify(statuses)}`);
}

export const ingestTwenty: Scenario = {
  name: 'ingest-20',
  sentence: 'Batches of 20 events, durable, against a server that only parses, appends and syncs',
  run: async (options) => [await ingestAgainstFloor(20, 0.6, options)],
};

export const ingestOne: Scenario = {
  name: 'ingest-1',
  sentence: 'Single events against the same floor',
  run: async (options) => [await ingestAgainstFloor(1, 0.6, options)],
};

export const ingestGzip: Scenario = {
  name: 'ingest-gzip',
  sentence: 'The same batches compressed, against themselves uncompressed',
  run: async (options) => {
    const product = await startProduct();
    const plain = ingestRequests({ events: 20, key: product.keys.secret });
    const zipped = ingestRequests({ events: 20, key: product.keys.secret, isGzip: true });
    const pairs: { product: number; reference: number }[] = [];
    try {
      for (let round = 0; round <= options.rounds; round += 1) {
        const reference = await load({ url: product.url, connections, seconds: options.seconds, next: plain.next });
        const measured = await load({ url: product.url, connections, seconds: options.seconds, next: zipped.next });
        refuseOthers(measured.statuses, '202');
        if (round > 0) pairs.push({ product: measured.perSecond, reference: reference.perSecond });
      }
    } finally {
      await product.stop();
    }
    return [ratioRow('ingest, gzip bodies, against themselves uncompressed', pairs, 0.85)];
  },
};

export const ingestSync: Scenario = {
  name: 'ingest-sync',
  sentence: 'What durability costs: sync on against sync off',
  run: async (options) => {
    const durable = await startProduct();
    const volatile = await startProduct({ env: { LP_SYNC: 'false' } });
    const pairs: { product: number; reference: number }[] = [];
    try {
      for (let round = 0; round <= options.rounds; round += 1) {
        const reference = await load({
          url: volatile.url,
          connections,
          seconds: options.seconds,
          next: ingestRequests({ events: 20, key: volatile.keys.secret }).next,
        });
        const measured = await load({
          url: durable.url,
          connections,
          seconds: options.seconds,
          next: ingestRequests({ events: 20, key: durable.keys.secret }).next,
        });
        if (round > 0) pairs.push({ product: measured.perSecond, reference: reference.perSecond });
      }
    } finally {
      await durable.stop();
      await volatile.stop();
    }
    return [ratioRow('ingest, sync on, against sync off', pairs, 0.95)];
  },
};

export const ingestRefused: Scenario = {
  name: 'ingest-refused',
  sentence: 'Floods of requests that are refused, against the floor; memory must stay flat',
  run: async (options) => {
    const product = await startProduct();
    const floor = await startReference('floor');
    const good = ingestRequests({ events: 20, key: product.keys.secret });
    const unknownKey = `lp_sec_production_${'0'.repeat(49)}`;
    const tooLarge = request(product.keys.secret, '/v1/ingest', Buffer.alloc(1_048_577, ' '));
    const floods: { name: string; status: string; next: () => Buffer; isCompared: boolean }[] = [
      { name: '401', status: '401', next: ingestRequests({ events: 20, key: unknownKey }).next, isCompared: true },
      { name: '400 (broken JSON)', status: '400', next: () => broken, isCompared: true },
      { name: '413', status: '413', next: () => tooLarge, isCompared: false },
    ];
    const broken = request(product.keys.secret, '/v1/ingest', Buffer.from(`${'{"batch":[{"event":"x"},'.repeat(300)}`));
    const rows: Row[] = [];
    try {
      const reference = await load({ url: floor.url, connections, seconds: options.seconds, next: good.next });
      // The first flood brings the heap to its working size; what follows must not add to it.
      for (const { next } of floods) await load({ url: product.url, connections, seconds: options.seconds, next });
      const before = await product.memoryMb();
      for (const flood of floods) {
        const measured = await load({ url: product.url, connections, seconds: options.seconds, next: flood.next });
        if (!flood.isCompared) continue;
        rows.push(
          ratioRow(
            `refused, ${flood.name} under flood, against the floor`,
            [{ product: measured.perSecond, reference: reference.perSecond }],
            0.7,
          ),
        );
      }
      const after = await product.memoryMb();
      const grownMb = after.main - before.main;
      rows.push({
        scenario: 'refused, growth of the main process from the second round of floods on',
        measured: `${before.main.toFixed(0)} → ${after.main.toFixed(0)} MB`,
        reference: '–',
        value: grownMb,
        unit: ' MB',
        goal: '≤ 50 MB',
        isMet: grownMb <= 50,
      });
    } finally {
      await product.stop();
      await floor.stop();
    }
    return rows;
  },
};
