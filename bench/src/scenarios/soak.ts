import { setTimeout as sleep } from 'node:timers/promises';
import { untilAnswering, untilLoaded } from '../filling/fill-store.ts';
import { growingBatches } from '../filling/growing-product.ts';
import { type LoadResult, load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { request } from '../harness/requests.ts';
import { boundRow, ms, plainRow, type Row, rate, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { call, storedRows } from '../harness/store-state.ts';

const batchEvents = 20;
const connections = 32;
const lookEveryMs = 1_000;
/** Of all minutes: those at the beginning, which fill caches, are not compared. */
const warmUpShare = 1 / 12;
const comparedShare = 1 / 6;

interface Minute extends LoadResult {
  readonly mainMb: number;
  readonly storeMb: number;
  readonly storedEvents: number;
}

/** What a minute takes of memory is the median of what it takes each second. */
async function minuteOf(product: Product, next: () => Buffer, perSecond: number): Promise<Minute> {
  const memory: { main: number; store: number }[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      memory.push(await product.memoryMb());
      await sleep(lookEveryMs);
    }
  })();
  const result = await load({ url: product.url, connections, seconds: 60, next, perSecond });
  isOver = true;
  await watching;
  return {
    ...result,
    mainMb: median(memory.map(({ main }) => main)),
    storeMb: median(memory.map(({ store }) => store)),
    storedEvents: await storedRows(product),
  };
}

const line = (minute: Minute, at: number): string =>
  `  minute ${at}: ${(minute.storedEvents / 1e6).toFixed(1)} M stored; p50 ${ms(minute.p50Ms)}, p99 ${ms(minute.p99Ms)}; ` +
  `main ${minute.mainMb.toFixed(0)} MB, store ${minute.storeMb.toFixed(0)} MB; ${JSON.stringify(minute.statuses)}\n`;

/** Memory at the end against that at the beginning. */
function memoryRow(name: string, minutes: readonly Minute[], of: (minute: Minute) => number): Row {
  const from = Math.ceil(minutes.length * warmUpShare);
  const compared = Math.ceil(minutes.length * comparedShare);
  const first = median(minutes.slice(from, from + compared).map(of));
  const last = median(minutes.slice(-compared).map(of));
  const said = `memory of ${name}, the last ${compared} of ${minutes.length} minutes against those after the first ${from}`;
  return { ...boundRow(said, last / first, '×', 1.1, `${last.toFixed(0)} MB`), reference: `${first.toFixed(0)} MB` };
}

export const soak: Scenario = {
  name: 'soak',
  topic: 'Latency under load',
  sentence:
    'An hour (--minutes) of ingest at half of peak: memory, acknowledgements, and that each event is stored once',
  run: async ({ seconds, minutes: count }) => {
    const product = await startProduct();
    try {
      await untilAnswering(product);
      // More than can be sent, so that there are new persons until the end.
      const batches = growingBatches(1, count * 60 * 40_000);
      const next = (): Buffer => request(product.keys.secret, '/v1/ingest', Buffer.from(batches(batchEvents)));
      const warm = await load({ url: product.url, connections, seconds, next });
      const peak = await load({ url: product.url, connections, seconds, next });
      const perSecond = peak.perSecond / 2;
      const minutes: Minute[] = [];
      for (let at = 1; at <= count; at += 1) {
        const minute = await minuteOf(product, next, perSecond);
        minutes.push(minute);
        process.stderr.write(line(minute, at));
      }
      await untilLoaded(product, 0);
      const answers = [warm, peak, ...minutes].map(({ statuses }) => statuses);
      const eventsOf = (status: string): number =>
        batchEvents * answers.reduce((sum, statuses) => sum + (statuses[status] ?? 0), 0);
      const { count: stored } = await call<{ count: number }>(product, 'GET', '/v1/events/count');
      // What was sent when its connection was closed may be stored or not.
      const [acknowledged, open] = [eventsOf('202'), eventsOf('closed')];
      const wrong = Math.max(0, acknowledged - stored, stored - acknowledged - open);
      const p99 = minutes.map(({ p99Ms }) => p99Ms);
      const at = `${rate(perSecond * batchEvents)} of events for ${count} minutes`;
      return [
        memoryRow('the main process', minutes, ({ mainMb }) => mainMb),
        memoryRow('both processes', minutes, ({ mainMb, storeMb }) => mainMb + storeMb),
        boundRow(`acknowledgement p99 of a minute, ${at}, open loop`, p99, ' ms', 25, ms(median(p99))),
        plainRow('the same of the slowest minute', [Math.max(...p99)], ' ms', ms(Math.max(...p99))),
        boundRow(
          `events that were acknowledged and are not stored, or stored twice, ${at}`,
          wrong,
          ' events',
          0,
          `${acknowledged.toLocaleString('en')} acknowledged, ${stored.toLocaleString('en')} stored`,
        ),
      ];
    } finally {
      await product.stop();
    }
  },
};
