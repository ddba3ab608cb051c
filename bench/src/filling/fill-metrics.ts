import type { Product } from '../harness/processes.ts';
import { random } from '../harness/requests.ts';
import { storedRows, untilStored } from '../harness/store-state.ts';
import { DAY_MS } from '../harness/units.ts';

const perRequest = 200;
const atOnce = 8;
/** So that the period before the last seven days has values too. */
const days = 14;
const versions = Array.from({ length: 12 }, (_, at) => `5.${at}.0`);
const models = Array.from({ length: 60 }, (_, at) => `Model ${at}`);
const countries = ['DE', 'FR', 'US', 'IN', 'BR', 'JP', 'GB', 'PL'];
const paths = Array.from({ length: 40 }, (_, at) => `https://api.example/v1/resource-${at}/:id`);
const vitals = ['LCP', 'INP', 'FCP', 'TTFB'];

/** Metrics of fourteen days through the front door; the next ones of a series need another seed. */
export async function fillMetrics(product: Product, metrics: number, seed = 4711): Promise<void> {
  const next = random(seed);
  const nowMs = Date.now();
  const stored = await storedRows(product, 'metrics');
  let left = metrics;
  const send = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(perRequest, left);
      left -= size;
      const response = await fetch(`${product.url}/v1/performance/ingest`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${product.keys.publishable}` },
        body: JSON.stringify(batchOf(next, size, nowMs)),
      });
      if (response.status !== 202) throw new Error(`A batch was answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  await untilStored(product, stored + metrics, 'metrics');
}

const pick = <T>(from: readonly T[], next: () => number): T => from[Math.floor(next() * from.length)] as T;

/** Metrics of one device, over some of its sessions. */
function batchOf(next: () => number, size: number, nowMs: number) {
  const device = Math.floor(next() * 1e9).toString(36);
  const context = {
    platform: pick(['ios', 'android', 'web'], next),
    app_version: pick(versions, next),
    os_version: String(Math.floor(next() * 6) + 12),
    device_model: pick(models, next),
    device_id: device,
    session_id: `s-${device}`,
    country: pick(countries, next),
    network_type: pick(['wifi', '4g', '5g'], next),
    active_flags: { fast_start: next() < 0.5, layout: pick(['a', 'b', 'c'], next), limit: Math.floor(next() * 5) },
    active_experiments: { checkout: pick(['control', 'one_page'], next) },
  };
  return { batch: Array.from({ length: size }, () => metricOf(next, nowMs)), context };
}

function metricOf(next: () => number, nowMs: number) {
  const timestamp = new Date(nowMs - Math.floor(next() * days * DAY_MS)).toISOString();
  const value = (median: number): number =>
    Math.round(median * Math.exp((next() + next() + next() - 1.5) * 1.5) * 10) / 10;
  const kind = next();
  if (kind < 0.5) {
    const isError = next() < 0.02;
    const status = isError ? { status_code: 503, is_error: true } : { status_code: 200 };
    return { metric_type: 'network', metric_name: pick(paths, next), value_ms: value(220), timestamp, ...status };
  }
  if (kind < 0.65) return { metric_type: 'startup', metric_name: 'cold_start', value_ms: value(900), timestamp };
  if (kind < 0.75)
    return { metric_type: 'web_vital', metric_name: pick(vitals, next), value_ms: value(400), timestamp };
  if (kind < 0.85) return { metric_type: 'frames', metric_name: 'slow_frame', value_ms: value(40), timestamp };
  if (kind < 0.95) {
    return { metric_type: 'frames', metric_name: 'frame_summary', value_ms: Math.round(value(2_000)), timestamp };
  }
  if (kind < 0.99) return { metric_type: 'memory', metric_name: 'memory_usage', value_ms: value(190), timestamp };
  return { metric_type: 'anr', metric_name: 'anr_detected', value_ms: value(6_000), timestamp };
}
