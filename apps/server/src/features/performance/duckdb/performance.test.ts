import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { MetricDimension, MetricRule, MetricsParams } from '../queries/performance.ts';
import {
  performanceDistributionQuery,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from '../queries/performance.ts';

const fromMs = receivedAtMs - 10 * HOUR_MS;
const toMs = receivedAtMs;
const at = (hours: number): string => new Date(fromMs + hours * HOUR_MS).toISOString();

interface Sent {
  readonly metric_type: string;
  readonly metric_name: string;
  readonly value_ms: number;
  readonly timestamp: string;
  readonly status_code?: number;
  readonly is_error?: boolean;
  readonly context: Readonly<Record<string, unknown>>;
}

/** A small generator of its own, so that every run sees the same. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = random(11);
const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
const contextOf = (session: number): Record<string, unknown> => ({
  platform: session % 3 === 0 ? 'web' : 'android',
  os_version: `1${session % 4}`,
  app_version: session % 7 === 0 ? '' : `2.${session % 5}`,
  device_model: `Model ${session % 20}`,
  session_id: `s${session}`,
  ...(session % 5 === 0 ? {} : { country: pick(['DE', 'FR']) }),
  ...(session % 2 === 0 ? { network_type: 'wifi' } : {}),
  active_flags: { fast: session % 4 === 1, 'odd/~key': session % 3 },
  active_experiments: session % 3 === 0 ? {} : { checkout: session % 3 === 1 ? 'a' : 'b' },
});

const sent: Sent[] = [];
for (let session = 0; session < 120; session += 1) {
  const context = contextOf(session);
  // A third of the sessions lies in the period before.
  const timestamp = at(session % 3 === 2 ? -next() * 10 : next() * 9.9);
  const add = (metric_type: string, metric_name: string, value_ms: number, more: object = {}) =>
    sent.push({ metric_type, metric_name, value_ms, timestamp, context, ...more });
  add('startup', 'cold_start', 300 + Math.exp(next() * 4) * 100);
  add('frames', 'frame_summary', Math.round(next() * 5_000));
  for (let frame = 0; frame < session % 5; frame += 1) add('frames', 'slow_frame', 17 + next() * 60);
  if (session % 15 === 1) add('anr', 'anr_detected', 5_000 + next() * 1_000);
  add('network', 'https://api.example/items/:id', Math.exp(next() * 9), {
    status_code: pick([200, 201, 304, 404, 500, 503, undefined]),
    ...(session % 11 === 0 ? { is_error: true } : {}),
  });
}
sent.push(
  { metric_type: 'startup', metric_name: 'cold_start', value_ms: 1e300, timestamp: at(1), context: contextOf(500) },
  { metric_type: 'custom', metric_name: '', value_ms: 1, timestamp: at(1), context: {} },
);

const ceiling = 86_400_000;
const rules: readonly MetricRule[] = [
  { metricType: 'startup', metricName: 'cold_start', line: 1_000, ceiling },
  { metricType: 'frames', metricName: 'slow_frame', line: 40, ceiling, rateOf: 'frames', delayAbove: 30 },
  { metricType: 'anr', metricName: 'anr_detected', ceiling, rateOf: 'sessions' },
  { ceiling },
];

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(batchRecord({ batch: sent.slice(0, 200) }, { kind: 'metrics' }));
  await store.write();
  await store.load(batchRecord({ batch: sent.slice(200) }, { kind: 'metrics' }));
});
afterAll(() => store.close());

const query = (more: Partial<MetricsParams> = {}): MetricsParams => ({
  scope,
  fromMs,
  toMs,
  filter: {},
  rules,
  ...more,
});
const summary = (more: Partial<MetricsParams> = {}, page: { limit: number; cursor?: string } = { limit: 100 }) =>
  store.analytics.run(performanceSummaryQuery, { ...query(more), page });

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Between the two neighbours of a rank, as spreadsheets do it. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const below = Math.floor(rank);
  const [low = 0, high = low] = sorted.slice(below, below + 2);
  return low + (high - low) * (rank - below);
}
const shares = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };
const percentilesOf = (values: readonly number[]) =>
  Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, expect.closeTo(quantile(values, share), 6)]));

const isNow = ({ timestamp }: Sent) => Date.parse(timestamp) >= fromMs && Date.parse(timestamp) < toMs;
const isBefore = ({ timestamp }: Sent) => Date.parse(timestamp) < fromMs;
const trimmedValue = ({ value_ms }: Sent) => Math.min(value_ms, ceiling);
const isError = ({ is_error, status_code }: Sent) => is_error === true || (status_code ?? 0) >= 400;
const named = (name: string) => sent.filter(({ metric_name }) => metric_name === name);

test('every number of a metric is what plain arithmetic over the sent values gives', async () => {
  const { rows } = await summary();
  const names = [...new Set(sent.filter(isNow).map(({ metric_name }) => metric_name))];
  expect(rows.map(({ metricName }) => metricName).toSorted()).toEqual(names.toSorted());
  for (const row of rows) {
    const own = named(row.metricName);
    const [now, before] = [own.filter(isNow), own.filter(isBefore)];
    const line = rules.find(({ metricName }) => metricName === row.metricName)?.line ?? Number.POSITIVE_INFINITY;
    expect(row).toMatchObject({
      count: now.length,
      percentiles: percentilesOf(now.map(trimmedValue)),
      errors: now.filter(isError).length,
      overThreshold: now.filter(({ value_ms }) => value_ms > line).length,
      trimmed: now.filter(({ value_ms }) => value_ms > ceiling).length,
      statuses: [1, 2, 3, 4, 5, undefined].map(
        (wanted) =>
          now.filter(({ status_code: code }) => (code === undefined ? undefined : Math.floor(code / 100)) === wanted)
            .length,
      ),
      before:
        before.length === 0
          ? null
          : {
              count: before.length,
              errors: before.filter(isError).length,
              percentiles: percentilesOf(before.map(trimmedValue)),
            },
    });
  }
});

test('metrics with the most values come first, and pages neither repeat nor skip', async () => {
  const all = (await summary()).rows.map(({ metricName, count }) => [metricName, count]);
  expect(all).toEqual(all.toSorted((a, b) => Number(b[1]) - Number(a[1])));
  const paged: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page = await summary({}, { limit: 2, ...(cursor === null ? {} : { cursor }) });
    paged.push(...page.rows.map(({ metricName, count }) => [metricName, count]));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged).toEqual(all);
});

/** What slow frames took beyond the 30 ms that the rule of this test gives them. */
const delayOf = (metrics: readonly Sent[]): number =>
  metrics
    .filter(({ metric_name }) => metric_name === 'slow_frame')
    .reduce((sum, { value_ms }) => sum + Math.max(0, value_ms - 30), 0);

test('slow frames are a share of all frames, hangs of the sessions on platforms that report any', async () => {
  const { rows } = await summary();
  const of = (name: string) => rows.find(({ metricName }) => metricName === name);
  const now = sent.filter(isNow);
  const frames = now.filter(({ metric_name }) => metric_name === 'frame_summary');
  expect(of('slow_frame')?.rate).toEqual({
    of: 'frames',
    part: now.filter(({ metric_name }) => metric_name === 'slow_frame').length,
    whole: frames.reduce((sum, { value_ms }) => sum + value_ms, 0),
    delayMs: expect.closeTo(delayOf(now), 6),
  });
  const hangs = now.filter(({ metric_name }) => metric_name === 'anr_detected');
  const platforms = new Set(hangs.map(({ context }) => context.platform));
  const sessionsOf = (metrics: readonly Sent[]) => new Set(metrics.map(({ context }) => context.session_id)).size;
  expect(of('anr_detected')?.rate).toEqual({
    of: 'sessions',
    part: sessionsOf(hangs),
    whole: sessionsOf(now.filter(({ context }) => platforms.has(context.platform) && 'session_id' in context)),
    delayMs: null,
  });
  expect(of('cold_start')?.rate).toBeNull();
});

type Read = (context: Sent['context']) => string | undefined;
const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);
const dimensions: readonly (readonly [MetricDimension, Read])[] = [
  [{ kind: 'version' }, ({ app_version }) => text(app_version)],
  [{ kind: 'device' }, ({ device_model }) => text(device_model)],
  [{ kind: 'country' }, ({ country }) => text(country)],
  [
    { kind: 'os' },
    ({ platform, os_version }) => text(os_version) && `${platform === 'android' ? 'Android' : platform} ${os_version}`,
  ],
  [{ kind: 'platform' }, ({ platform }) => text(platform)],
  [{ kind: 'network_type' }, ({ network_type }) => text(network_type)],
  [{ kind: 'flag', key: 'fast' }, ({ active_flags }) => text((active_flags as Record<string, unknown>)?.fast)],
  [
    { kind: 'flag', key: 'odd/~key' },
    ({ active_flags }) => text((active_flags as Record<string, unknown>)?.['odd/~key']),
  ],
  [
    { kind: 'experiment', key: 'checkout' },
    ({ active_experiments }) => text((active_experiments as Record<string, unknown>)?.checkout),
  ],
];

function expectedValues(metrics: readonly Sent[], shownOf: readonly Sent[], read: Read): Map<string, Sent[]> {
  const counts = new Map<string, number>();
  for (const { context } of shownOf) {
    const value = read(context);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const shown = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 12);
  const names = new Set(shown.map(([name]) => name));
  return groupBy(metrics, ({ context }) => {
    const value = read(context);
    return value === undefined ? '(none)' : names.has(value) ? value : '(other)';
  });
}

describe('a breakdown', () => {
  for (const [breakdown, read] of dimensions) {
    const name = 'key' in breakdown ? `${breakdown.kind} ${breakdown.key}` : breakdown.kind;
    test(`by ${name} has the numbers of each value, at most twelve and the rest`, async () => {
      const { rows } = await summary({ breakdown, filter: { metricName: 'cold_start' } });
      const own = named('cold_start').filter(isNow);
      const expected = expectedValues(own, own, read);
      expect(rows[0]?.values.map(({ value }) => value).toSorted()).toEqual([...expected.keys()].toSorted());
      for (const { value, count, percentiles } of rows[0]?.values ?? []) {
        const values = (expected.get(value) ?? []).map(trimmedValue);
        expect({ count, percentiles }).toEqual({ count: values.length, percentiles: percentilesOf(values) });
      }
    });
  }

  test('has the rates of each value', async () => {
    const { rows } = await summary({
      breakdown: { kind: 'version' },
      filter: { metricType: 'frames' },
    });
    const now = sent.filter(isNow);
    for (const { value, rate } of rows.find(({ metricName }) => metricName === 'slow_frame')?.values ?? []) {
      const own = now.filter(({ context }) => (text(context.app_version) ?? '(none)') === value);
      const frames = own.filter(({ metric_name }) => metric_name === 'frame_summary');
      expect(rate).toEqual({
        of: 'frames',
        part: own.filter(({ metric_name }) => metric_name === 'slow_frame').length,
        whole: frames.reduce((sum, { value_ms }) => sum + value_ms, 0),
        delayMs: expect.closeTo(delayOf(own), 6),
      });
    }
  });
});

test('filters keep what they name', async () => {
  const countOf = async (filter: MetricsParams['filter']) =>
    (await summary({ filter })).rows.reduce((sum, { count }) => sum + count, 0);
  const now = sent.filter(isNow);
  expect(await countOf({ platform: 'web' })).toBe(now.filter(({ context }) => context.platform === 'web').length);
  expect(await countOf({ appVersion: '2.1' })).toBe(now.filter(({ context }) => context.app_version === '2.1').length);
  expect(await countOf({ metricType: 'network', search: 'EXAMPLE/it' })).toBe(
    now.filter(({ metric_type }) => metric_type === 'network').length,
  );
  expect(await countOf({ search: "O'Neil\0%_" })).toBe(0);
});

test('a series has a point for every hour with values, by value too', async () => {
  const points = await store.analytics.run(performanceSeriesQuery, {
    ...query({ breakdown: { kind: 'platform' } }),
    metrics: [{ metricType: 'startup', metricName: 'cold_start' }],
    interval: 'hour',
    timezone: 'UTC',
  });
  const own = named('cold_start').filter(isNow);
  const hours = groupBy(own, ({ timestamp }) => Math.floor(Date.parse(timestamp) / HOUR_MS) * HOUR_MS);
  expect(points.filter(({ value }) => value === null)).toEqual(
    [...hours]
      .toSorted(([a], [b]) => a - b)
      .map(([bucketMs, values]) => ({
        metricType: 'startup',
        metricName: 'cold_start',
        value: null,
        bucketMs,
        count: values.length,
        errors: 0,
        percentiles: percentilesOf(values.map(trimmedValue)),
      })),
  );
  const web = points.filter(({ value }) => value === 'web').reduce((sum, { count }) => sum + count, 0);
  expect(web).toBe(own.filter(({ context }) => context.platform === 'web').length);
});

test('a series with too many points is refused and says what to change', async () => {
  const asked = store.analytics.run(performanceSeriesQuery, {
    ...query({ fromMs: toMs - 90 * 24 * HOUR_MS }),
    metrics: [{ metricType: 'startup', metricName: 'cold_start' }],
    interval: 'minute',
    timezone: 'UTC',
  });
  await expect(asked).rejects.toMatchObject({ name: 'QueryRejected', field: 'interval' });
});

describe('a distribution', () => {
  for (const name of ['cold_start', 'https://api.example/items/:id', 'frame_summary']) {
    test(`of ${name} puts every value into the one bucket that it lies in, by value too`, async () => {
      const result = await store.analytics.run(performanceDistributionQuery, {
        ...query({ breakdown: { kind: 'platform' } }),
        metricName: name,
      });
      const values = named(name).filter(isNow);
      const numbers = values.map(trimmedValue);
      const inBucket = (from: number, to: number | null) => (metric: Sent) =>
        trimmedValue(metric) >= from && trimmedValue(metric) < (to ?? Number.POSITIVE_INFINITY);
      expect(result).toMatchObject({
        count: values.length,
        min: Math.min(...numbers),
        max: Math.max(...numbers),
        percentiles: percentilesOf(numbers),
      });
      const buckets = result?.buckets ?? [];
      expect(buckets.length).toBeGreaterThan(5);
      expect(buckets.length).toBeLessThan(80);
      for (const { from, to, count } of buckets) expect(count).toBe(values.filter(inBucket(from, to)).length);
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      for (const { value, counts } of result?.values ?? []) {
        const own = values.filter(({ context }) => context.platform === value);
        expect(counts).toEqual(buckets.map(({ from, to }) => own.filter(inBucket(from, to)).length));
      }
    });
  }

  test('of nothing is none', async () => {
    expect(await store.analytics.run(performanceDistributionQuery, { ...query(), metricName: 'none' })).toBeUndefined();
  });
});
