import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@lamppost/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DemoStory, type SentMetric, sendDemoStory } from '../harness/demo-story.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});

interface Numbers {
  readonly count: number;
  readonly p50: number;
  readonly p75: number;
  readonly error_rate: number;
  readonly over_line_rate: number | null;
  readonly trimmed: number;
  readonly status_classes: Record<string, number> | null;
  readonly rate: { percent: number; count: number; of: string; total: number } | null;
  readonly rating: string | null;
  readonly previous: { count: number; p50: number; p75: number } | null;
  readonly change: Record<string, number | null> | null;
  readonly series?: readonly { at: string; count: number; p50: number }[];
}

interface Row extends Numbers {
  readonly id: string;
  readonly metric_type: string;
  readonly metric_name: string;
  readonly unit: string;
  readonly line: {
    readonly value: number | null;
    readonly good_rate_percent: number | null;
    readonly rate_percent: number | null;
    readonly source: string;
  } | null;
  readonly breakdown: readonly (Numbers & { readonly value: string })[] | null;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Between the two neighbours of a rank, as spreadsheets do it. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const below = Math.floor(rank);
  const [low = 0, high = low] = sorted.slice(below, below + 2);
  return low + (high - low) * (rank - below);
}
const shares = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };
const percentilesOf = (metrics: readonly SentMetric[]) =>
  Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [
      name,
      expect.closeTo(
        quantile(
          metrics.map(({ value_ms }) => value_ms),
          share,
        ),
        3,
      ),
    ]),
  );

/** What the demo's own addresses become, told apart from how the server does it. */
const templated = ({ metric_type, metric_name }: SentMetric): string =>
  metric_type !== 'network'
    ? metric_name
    : metric_name
        .replace(/\?.*/, '')
        .replace(/\/recipes\/\d+$/, '/recipes/:id')
        .replace(/\/checkout\/[0-9a-f-]{36}\//, '/checkout/:uuid/');
const keyOf = (metric: SentMetric): string => `${metric.metric_type} ${templated(metric)}`;
const isError = ({ is_error, status_code }: SentMetric): boolean => is_error === true || (status_code ?? 0) >= 400;
const percent = (part: number, whole: number): unknown => expect.closeTo(whole === 0 ? 0 : (part / whole) * 100, 3);

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

describe('over the data of the demo', () => {
  const untilMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
  const [fromMs, toMs] = [untilMs - 10 * DAY_MS, untilMs];
  let project: TestProject;
  let story: DemoStory;
  let now: readonly SentMetric[];
  let before: readonly SentMetric[];
  /** They are rare: on some days the demo has none. */
  async function sendFrozenFrames(metrics: readonly SentMetric[]): Promise<SentMetric[]> {
    const slow = metrics.filter(({ metric_name, timestamp }) => {
      const atMs = Date.parse(timestamp);
      return metric_name === 'slow_frame' && atMs >= fromMs && atMs < toMs;
    });
    const batch = slow
      .slice(0, 3)
      .map((metric, at) => ({ ...metric, event_id: randomUUID(), metric_name: 'frozen_frame', value_ms: 800 + at }));
    const response = await project.post('/v1/performance/ingest', { batch });
    expect(response.data()).toMatchObject({ accepted: 3 });
    return batch;
  }
  beforeAll(async () => {
    project = await TestProject.create(server);
    story = await sendDemoStory(project, { events: 8_000, seed: 5, untilMs, days: 20 });
    story = { ...story, metrics: [...story.metrics, ...(await sendFrozenFrames(story.metrics))] };
    const within = (from: number, to: number) =>
      story.metrics.filter(({ timestamp }) => Date.parse(timestamp) >= from && Date.parse(timestamp) < to);
    now = within(fromMs, toMs);
    before = within(fromMs - 10 * DAY_MS, fromMs);
    await server.waitForCount(story.events.length, '', project.secret);
    const all = `/v1/performance/summary?limit=100&from=2020-01-01T00:00:00Z&to=${iso(Date.now() + DAY_MS)}`;
    await waitUntil(async () => {
      const rows = (await project.get(all)).data<Row[]>();
      return rows.reduce((sum, { count }) => sum + count, 0) === story.metrics.length;
    });
  });
  const run = async (query = ''): Promise<Row[]> => {
    const range = `from=${iso(fromMs)}&to=${iso(toMs)}`;
    return (await project.get(`/v1/performance/summary?limit=100&${range}${query}`)).data<Row[]>();
  };

  test('every metric has the numbers of an independent computation, and those of the period before', async () => {
    const rows = await run();
    const [expected, earlier] = [groupBy(now, keyOf), groupBy(before, keyOf)];
    expect(expected.size).toBeGreaterThan(15);
    expect(rows.map((row) => `${row.metric_type} ${row.metric_name}`).toSorted()).toEqual(
      [...expected.keys()].toSorted(),
    );
    for (const row of rows) {
      const own = expected.get(`${row.metric_type} ${row.metric_name}`) ?? [];
      const then = earlier.get(`${row.metric_type} ${row.metric_name}`) ?? [];
      expect(row).toMatchObject({
        count: own.length,
        ...percentilesOf(own),
        error_rate: percent(own.filter(isError).length, own.length),
        trimmed: 0,
      });
      if (then.length === 0) expect(row.previous).toBeNull();
      else expect(row.previous).toMatchObject({ count: then.length, ...percentilesOf(then) });
      if (row.line?.value != null) {
        const line = row.line.value;
        expect(row.over_line_rate).toEqual(percent(own.filter(({ value_ms }) => value_ms > line).length, own.length));
      }
      const p75 = (metrics: readonly SentMetric[]) =>
        quantile(
          metrics.map(({ value_ms }) => value_ms),
          0.75,
        );
      if (row.change !== null) expect(row.change.p75).toBeCloseTo((p75(own) / p75(then) - 1) * 100, 1);
    }
  });

  test('requests are named by their template, with classes of their status', async () => {
    const rows = await run('&metric_type=network&search=LARDER');
    const recipes = rows.find(({ metric_name }) => metric_name === 'https://api.larder.example/v1/recipes/:id');
    const own = now.filter((metric) => templated(metric).endsWith('/recipes/:id'));
    expect(recipes?.status_classes?.['2xx']).toBe(own.filter(({ status_code }) => status_code === 200).length);
    const classes = Object.values(recipes?.status_classes ?? {});
    expect(classes.reduce((sum, count) => sum + count, 0)).toBe(own.length);
    expect(rows.every(({ metric_name }) => !/\d{2}|\?/.test(metric_name.replace('/v1/', '/')))).toBe(true);
  });

  test('slow and frozen frames are shares of all frames, hangs of the sessions of their platform', async () => {
    const rows = await run();
    const frames = now.filter(({ metric_name }) => metric_name === 'frame_summary');
    const total = frames.reduce((sum, { value_ms }) => sum + value_ms, 0);
    for (const name of ['slow_frame', 'frozen_frame']) {
      const own = now.filter(({ metric_name }) => metric_name === name);
      const row = rows.find(({ metric_name }) => metric_name === name);
      const delayMs = own.reduce((sum, { value_ms }) => sum + Math.max(0, value_ms - 16.7), 0);
      expect(row?.rate).toEqual({
        of: 'frames',
        count: own.length,
        total,
        percent: percent(own.length, total),
        delay_ms: expect.closeTo(delayMs, 3),
        delay_ms_per_frame: expect.closeTo(delayMs / total, 3),
      });
    }
    const lines = rows.flatMap(({ metric_name, line }) =>
      line?.rate_percent == null ? [] : [[metric_name, [line.good_rate_percent, line.rate_percent]]],
    );
    expect(Object.fromEntries(lines)).toMatchObject({ slow_frame: [25, 50], frozen_frame: [0.05, 0.1] });
    const anr = rows.find(({ metric_name }) => metric_name === 'anr_detected');
    const hangs = now.filter(({ metric_name }) => metric_name === 'anr_detected');
    if (hangs.length === 0) return expect(anr).toBeUndefined();
    const starts = story.events.filter(
      ({ event, timestamp, context }) =>
        event === '$session_start' &&
        context.device.platform === 'android' &&
        Date.parse(timestamp) >= fromMs &&
        Date.parse(timestamp) < toMs,
    );
    const sessions = new Set([
      ...starts.map(({ context }) => context.session.id),
      ...now.filter(({ context }) => context.platform === 'android').map(({ context }) => context.session_id),
    ]);
    const hung = new Set(hangs.map(({ context }) => context.session_id));
    expect(anr?.rate).toMatchObject({ of: 'sessions', count: hung.size, total: sessions.size });
    expect(anr?.rating).toBe((hung.size / sessions.size) * 100 > 0.47 ? 'poor' : 'needs_work');
  });

  const dimensions: Readonly<Record<string, (context: SentMetric['context']) => unknown>> = {
    version: ({ app_version }) => app_version,
    platform: ({ platform }) => platform,
    network_type: ({ network_type }) => network_type,
    os: ({ platform, os_version }) => `${{ ios: 'iOS', android: 'Android' }[platform] ?? platform} ${os_version}`,
    'flag:photo_search': ({ active_flags }) => active_flags.photo_search,
    'experiment:checkout_one_page': ({ active_experiments }) => active_experiments.checkout_one_page,
  };
  for (const [breakdown, read] of Object.entries(dimensions)) {
    test(`a breakdown by ${breakdown} has the numbers of each value`, async () => {
      const [row] = await run(`&metric_name=cold_start&breakdown=${encodeURIComponent(breakdown)}`);
      const own = groupBy(
        now.filter(({ metric_name }) => metric_name === 'cold_start'),
        ({ context }) => String(read(context) ?? '(none)'),
      );
      const byCount = [...own].filter(([value]) => value !== '(none)').toSorted((a, b) => b[1].length - a[1].length);
      const rest = byCount.slice(12).flatMap(([, metrics]) => metrics);
      const shown = row?.breakdown ?? [];
      expect(shown.length).toBe(Math.min(12, byCount.length) + (rest.length > 0 ? 1 : 0) + (own.has('(none)') ? 1 : 0));
      for (const { value, count, ...numbers } of shown) {
        const metrics = value === '(other)' ? undefined : own.get(value);
        if (metrics === undefined) expect([value, count]).toEqual(['(other)', rest.length]);
        else expect({ count, ...numbers }).toMatchObject({ count: metrics.length, ...percentilesOf(metrics) });
      }
    });
  }

  test('a series has a point a day, of the metric and of each value', async () => {
    const [row] = await run('&metric_name=cold_start&interval=day&breakdown=platform');
    const own = now.filter(({ metric_name }) => metric_name === 'cold_start');
    const days = groupBy(own, ({ timestamp }) => iso(Math.floor(Date.parse(timestamp) / DAY_MS) * DAY_MS));
    const expected = [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([at, metrics]) => expect.objectContaining({ at, count: metrics.length, ...percentilesOf(metrics) }));
    expect(row?.series).toEqual(expected);
    for (const { value, count, series } of row?.breakdown ?? []) {
      expect([value, series?.reduce((sum, point) => sum + point.count, 0)]).toEqual([value, count]);
    }
  });

  test('a distribution counts every value in its bucket', async () => {
    for (const name of ['cold_start', 'LCP', 'CLS', 'memory_usage']) {
      const range = `from=${iso(fromMs)}&to=${iso(toMs)}`;
      const path = `/v1/performance/distribution?metric_name=${name}&breakdown=version&${range}`;
      const data = (await project.get(path)).data<{
        count: number;
        unit: string;
        percentiles: object;
        buckets: { from: number; to: number | null; count: number }[];
        breakdown: { value: string; count: number; counts: number[] }[];
      }>();
      const own = now.filter(({ metric_name }) => metric_name === name);
      expect(data).toMatchObject({ count: own.length, percentiles: percentilesOf(own) });
      for (const { from, to, count } of data.buckets) {
        const inside = own.filter(({ value_ms }) => value_ms >= from && value_ms < (to ?? Number.POSITIVE_INFINITY));
        expect([name, from, count]).toEqual([name, from, inside.length]);
      }
      const summed = data.buckets.map((_, at) =>
        data.breakdown.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
      );
      expect(summed).toEqual(data.buckets.map(({ count }) => count));
    }
  });

  test('pages go through all metrics once', async () => {
    const all = (await run()).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const range = `from=${iso(fromMs)}&to=${iso(toMs)}${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = (await project.get(`/v1/performance/summary?limit=4&${range}`)).json as {
        data: Row[];
        pagination: { cursor: string | null };
      };
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all);
  });
});

describe('odd metrics', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await TestProject.create(server);
    const batch = [
      { metric_type: 'startup', metric_name: 'cold_start', value_ms: 1e308 },
      { metric_type: 'startup', metric_name: 'cold_start', value_ms: 1e308 },
      { metric_type: 'startup', metric_name: 'cold_start', value_ms: 4_000, timestamp: iso(Date.now() + 365 * DAY_MS) },
      { metric_type: 'startup', metric_name: 'cold_start', value_ms: 0, status_code: -5, is_error: 'perhaps' },
      { metric_type: 'startup', metric_name: 'cold_start', value_ms: -1 },
      { metric_type: 'startup', metric_name: 'cold_start', value_ms: '12' },
      { metric_type: 'memory', metric_name: 'memory_usage', value_ms: 512 },
      { metric_type: "it's", metric_name: '$1 ? :x', value_ms: 5, context: { active_flags: ['no', 'object'] } },
    ];
    const response = await project.post('/v1/performance/ingest', { batch, context: { app_version: 7 } });
    expect(response.data()).toMatchObject({ accepted: 6 });
    await waitUntil(async () => (await project.get('/v1/performance/summary')).data<Row[]>().length === 3);
  });

  test('values beyond anything that can be meant are trimmed and counted as such', async () => {
    const [row] = (await project.get('/v1/performance/summary?metric_name=cold_start')).data<Row[]>();
    expect(row).toMatchObject({ count: 4, p99: 86_400_000, trimmed: 2, unit: 'ms', error_rate: 0 });
    const path = '/v1/performance/distribution?metric_name=cold_start&breakdown=version';
    expect((await project.get(path)).data<object>()).toMatchObject({ count: 4, trimmed: 2, max: 86_400_000 });
  });

  test('a metric of the future counts when it was received', async () => {
    const [row] = (await project.get('/v1/performance/summary?metric_name=cold_start&interval=day')).data<Row[]>();
    expect(row?.series?.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  test('memory is in megabytes, and names of any letters are found', async () => {
    const rows = (await project.get('/v1/performance/summary')).data<Row[]>();
    expect(rows.map(({ metric_name, unit, count }) => [metric_name, unit, count])).toEqual([
      ['cold_start', 'ms', 4],
      ['$1 ? :x', 'ms', 1],
      ['memory_usage', 'mb', 1],
    ]);
    const found = await project.get(`/v1/performance/summary?search=${encodeURIComponent('$1 ?')}&breakdown=flag:a`);
    expect(found.data<Row[]>()).toMatchObject([{ breakdown: [{ value: '(none)', count: 1 }] }]);
  });

  test('a metric that nobody sent has an empty distribution', async () => {
    const response = await project.get('/v1/performance/distribution?metric_name=INP');
    expect(response.data<object>()).toMatchObject({
      metric_type: null,
      unit: 'ms',
      line: { value: 200, poor: 500, percentile: 'p75' },
      count: 0,
      percentiles: null,
      buckets: [],
      breakdown: null,
    });
  });

  test('what is asked wrongly is named', async () => {
    const fieldOf = async (path: string) => {
      const response = await project.get(`/v1/performance/${path}`);
      return [response.status, Object.keys(response.error.details?.fieldErrors ?? {})[0]];
    };
    expect(await fieldOf('distribution')).toEqual([400, 'metric_name']);
    expect(await fieldOf('summary?breakdown=colour')).toEqual([400, 'breakdown']);
    expect(await fieldOf('summary?breakdown=flag:')).toEqual([400, 'breakdown']);
    expect(await fieldOf('summary?from=yesterday')).toEqual([400, 'from']);
    expect(await fieldOf('summary?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).toEqual([400, 'to']);
    expect(await fieldOf('summary?interval=year')).toEqual([400, 'interval']);
    expect(await fieldOf('summary?interval=minute&from=2026-01-01T00:00:00Z')).toEqual([400, 'interval']);
    expect(await fieldOf('summary?limit=0')).toEqual([400, 'limit']);
    expect((await project.get('/v1/performance/summary?environment_id=nowhere')).status).toBe(404);
  });

  test('other environments and projects see nothing of it', async () => {
    const other = await TestProject.create(server);
    expect((await other.get('/v1/performance/summary')).data<Row[]>()).toEqual([]);
    const development = await project.get('/v1/performance/summary?environment_id=development');
    expect(development.data<Row[]>()).toEqual([]);
  });
});
