import {
  type CrashGroup,
  crashReports,
  eventBatches,
  eventsOfSession,
  sendAll,
  untilGrouped,
} from '../filling/fill-crashes.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { type BenchOptions, boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';

const reports = 100_000;
const asked = 5;
const maxEvents = 1_000_000;

async function get<T>(product: Product, path: string): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    headers: { Authorization: `Bearer ${product.keys.secret}` },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

async function timed(product: Product, name: string, path: string, maxMs: number): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < asked; round += 1) {
    const startedAt = performance.now();
    await get(product, path);
    times.push(performance.now() - startedAt);
  }
  const value = median(times);
  return boundRow(name, times, ' ms', maxMs, `median ${ms(value)}, worst ${ms(Math.max(...times))}`);
}

export const crashes: Scenario = {
  name: 'crashes',
  topic: 'Store and queries',
  sentence: 'Pages about crashes, with 100,000 reports beside a full store',
  run: async (options: BenchOptions) => {
    const storedEvents = Math.min(options.storedEvents, maxEvents);
    const product = await startProduct();
    try {
      const sessions = Math.floor(storedEvents / eventsOfSession);
      await sendAll(product, eventBatches(product.keys.secret, sessions));
      const startedAt = performance.now();
      await sendAll(product, crashReports(product.keys.secret, sessions, { from: 0, to: reports }));
      await untilGrouped(product, reports);
      const groupedMs = performance.now() - startedAt;
      const stored = `${(storedEvents / 1e6).toFixed(1)} M events`;
      const [group] = await get<CrashGroup[]>(product, '/v1/crashes/groups?sort=reports&limit=1');
      const page = `/v1/crashes/groups/${group?.id}`;
      const { main, store } = await product.memoryMb();
      return [
        boundRow(`${reports} reports sent, stored and grouped`, groupedMs / 1000, ' s', 300, ms(groupedMs)),
        await timed(product, `list of crash groups (${stored})`, '/v1/crashes/groups', 1_000),
        await timed(product, 'one crash group with its distributions', page, 3_000),
        await timed(product, 'ten reports of a group', `${page}/reports`, 1_000),
        await timed(product, 'crash-free sessions and users', '/v1/crashes/health?from=2020-01-01T00:00:00Z', 1_500),
        await timed(
          product,
          'health by version',
          '/v1/crashes/health?dimension=app_version&from=2020-01-01T00:00:00Z',
          1_500,
        ),
        await timed(
          product,
          'health by flag value',
          '/v1/crashes/health?dimension=flag&from=2020-01-01T00:00:00Z',
          2_500,
        ),
        boundRow('memory of both processes after it', main + store, ' MB', 900, `${(main + store).toFixed(0)} MB`),
      ];
    } finally {
      await product.stop();
    }
  },
};
