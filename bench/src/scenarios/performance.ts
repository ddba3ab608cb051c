import { fillMetrics } from '../filling/fill-metrics.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';

const MAX_MS = 1_000;
const rounds = 5;
const maxMetrics = 1_000_000;

/** The pages of the dashboard, by what they ask for. */
const pages: Readonly<Record<string, string>> = {
  summary: '/v1/performance/summary',
  'summary by version': '/v1/performance/summary?breakdown=version',
  'one metric by flag value': '/v1/performance/summary?metric_name=cold_start&breakdown=flag:fast_start',
  'startup by version and day': '/v1/performance/summary?metric_type=startup&breakdown=version&interval=day',
  'distribution by version': '/v1/performance/distribution?metric_name=cold_start&breakdown=version',
  releases: '/v1/releases',
};

export const performanceInsights: Scenario = {
  name: 'performance',
  topic: 'Store and queries',
  sentence: 'Pages of performance and releases over a million stored metrics (--stored), one question at a time',
  run: async (options) => {
    const storedEvents = Math.min(options.storedEvents, maxMetrics);
    const product = await startProduct();
    try {
      await fillMetrics(product, storedEvents);
      const rows: Row[] = [];
      for (const [name, path] of Object.entries(pages)) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await timeOf(product, path));
        rows.push(
          boundRow(
            `${name}, ${storedEvents.toLocaleString('en')} metrics`,
            median(times),
            ' ms',
            MAX_MS,
            ms(median(times)),
          ),
        );
      }
      return rows;
    } finally {
      await product.stop();
    }
  },
};

async function timeOf(product: Product, path: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${product.url}${path}`, {
    headers: { Authorization: `Bearer ${product.keys.secret}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}
