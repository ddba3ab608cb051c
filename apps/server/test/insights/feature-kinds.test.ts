import { randomUUID } from 'node:crypto';
import type { Wire } from '@lamppost/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { Trial } from '../experiments/trial.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

type Measures = Wire['MeasureResult'];

let server: TestServer;
let project: TestProject;
const FROM = '2026-06-07T00:00:00.000Z';
const TO = '2026-06-11T00:00:00.000Z';
const range = { kind: 'absolute', fromIso: FROM, toIso: TO };
const ends = { fromIso: FROM, toIso: TO };
const sessions = Array.from({ length: 30 }, (_, at) => ({
  id: `s${at}`,
  timestamp: `2026-06-${['08', '09', '10'][at % 3]}T0${at % 10}:00:00Z`,
  version: at < 20 ? '1.0' : '2.0',
  platform: at % 2 === 0 ? 'ios' : 'web',
}));
const crashed = sessions.filter((_, at) => at % 7 === 0);
const measured = sessions.flatMap((session, at) =>
  ['LCP', 'checkout', ...(at < 10 ? ['memory_usage'] : [])].map((metric_name) => ({
    metric_name,
    metric_type: metric_name === 'LCP' ? 'web' : metric_name === 'checkout' ? 'span' : 'memory',
    value_ms: 100 * (at + 1),
    timestamp: session.timestamp,
    context: { app_version: session.version, platform: session.platform, session_id: session.id },
  })),
);

beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const batch = sessions.map(({ id, timestamp, version, platform }, at) => ({
    event: '$session_start',
    timestamp,
    context: { session: { id }, user: { id: `u${at % 9}` }, app: { version }, device: { platform } },
  }));
  await project.ingest({ batch });
  for (const [at, { id, timestamp, version, platform }] of crashed.entries()) {
    const exception_type = at < 3 ? 'TypeError' : 'RangeError';
    const report = {
      crash_id: randomUUID(),
      timestamp,
      session_id: id,
      app_version: version,
      platform,
      exception_type,
    };
    expect((await project.post('/v1/crashes/report', report)).status).toBe(202);
  }
  const response = await project.post('/v1/performance/ingest', { batch: measured });
  expect([response.status, response.data().rejected ?? []]).toEqual([202, []]);
  await project.events(batch.length);
  await waitUntil(async () => (await health('')).reports === crashed.length);
  await waitUntil(async () => (await summary('')).reduce((sum, { count }) => sum + count, 0) === measured.length);
});

const period = `from=${FROM}&to=${TO}`;
const health = async (query: string) =>
  (await project.get(`/v1/crashes/health?${period}${query}`)).data<Wire['CrashHealthAnswer']['data']>();
const summary = async (query: string) =>
  (await project.get(`/v1/performance/summary?${period}${query}`)).data<Wire['PerformanceSummaryRow'][]>();
const run = (query: object): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query }, { key: project.secret });
const placesOf = ({ error }: ApiResponse): readonly string[] => Object.keys(error.details?.fieldErrors ?? {});
const ask = async (query: object): Promise<Measures> => {
  const response = await run(query);
  expect(response.status, response.text).toBe(200);
  return response.data<Measures>();
};

describe('crash_free', () => {
  for (const of of ['sessions', 'users'] as const) {
    test(`of ${of} is what the health of crashes says, in all and by day`, async () => {
      const page = await health('&interval=day');
      expect(await ask({ kind: 'crash_free', of, range })).toEqual({
        kind: 'crash_free',
        interval: 'day',
        series: [
          {
            name: of === 'sessions' ? 'Crash-free sessions' : 'Crash-free users',
            unit: 'percent',
            value: page[`crash_free_${of}`]?.rate,
            count: page[of],
            threshold: null,
            points: page.series?.map((point) => ({
              bucketIso: point.at,
              value: point[`crash_free_${of}`]?.rate ?? null,
              count: point[of],
            })),
          },
        ],
        ...ends,
      });
      // The first day has no sessions, and so no rate.
      expect(page.series?.[0]?.sessions).toBe(0);
    });
  }

  test('by version is what the health of crashes says of each, for the platform that is asked', async () => {
    const page = await health('&dimension=app_version&platform=ios');
    const { series } = await ask({ kind: 'crash_free', range, breakdown: 'version', platform: 'ios' });
    expect(series.map(({ name, value, count }) => [name, value, count])).toEqual(
      page.rows.map((row) => [row.value, row.crash_free_sessions?.rate, row.sessions]),
    );
    expect(series.map(({ points }) => points)).toEqual([[], []]);
  });
});

describe('crashes', () => {
  test('are counted by day, and sum up to the reports of the health of crashes', async () => {
    const { series } = await ask({ kind: 'crashes', range });
    const [line] = series;
    expect(series).toHaveLength(1);
    expect([line?.name, line?.unit, line?.value]).toEqual(['Crashes', 'count', (await health('')).reports]);
    const expected = ['07', '08', '09', '10'].map((day) => crashed.filter((one) => one.timestamp.includes(`-${day}T`)));
    expect(line?.points.map(({ value }) => value)).toEqual(expected.map(({ length }) => length));
  });

  test('by exception and of one version have a series for each', async () => {
    const { series } = await ask({ kind: 'crashes', range, breakdown: 'exception', interval: 'month' });
    expect(series.map(({ name, value, points }) => [name, value, points.length])).toEqual([
      ['TypeError', 3, 1],
      ['RangeError', 2, 1],
    ]);
    const ofVersion = await ask({ kind: 'crashes', range, appVersion: '2.0' });
    expect(ofVersion.series[0]?.value).toBe(crashed.filter(({ version }) => version === '2.0').length);
  });
});

describe('performance', () => {
  test('of one metric is the percentile of the summary, by day and with its threshold', async () => {
    const [row] = await summary('&metric_name=LCP&interval=day');
    const { series } = await ask({ kind: 'performance', metricName: 'LCP', of: 'p75', range });
    expect(series).toMatchObject([
      { name: 'LCP', unit: 'ms', value: row?.p75, count: row?.count, threshold: row?.line?.value },
    ]);
    const points = series[0]?.points ?? [];
    expect(points[0]).toEqual({ bucketIso: FROM, value: null, count: 0 });
    expect(points.slice(1)).toEqual(row?.series?.map(({ at, p75, count }) => ({ bucketIso: at, value: p75, count })));
  });

  test('by version has the percentile of each', async () => {
    const [row] = await summary('&metric_name=LCP&breakdown=version');
    const { series } = await ask({ kind: 'performance', metricName: 'LCP', breakdown: 'version', range });
    expect(series.map(({ name, value, count }) => [name, value, count])).toEqual(
      row?.breakdown?.map(({ value, p95, count }) => [value, p95, count]),
    );
    expect(series.length).toBe(2);
  });

  test('of no metric are those that were measured most, each in its unit', async () => {
    const rows = await summary('');
    const { series } = await ask({ kind: 'performance', range });
    expect(series.map(({ name, unit, value }) => [name, unit, value])).toEqual(
      rows.map(({ metric_name, unit, p95 }) => [metric_name, unit, p95]),
    );
    expect(series.map(({ unit }) => unit)).toContain('mb');
    expect((await ask({ kind: 'performance', range, limit: 1 })).series).toHaveLength(1);
    const spans = await ask({ kind: 'performance', range, metricType: 'span' });
    expect(spans.series.map(({ name }) => name)).toEqual(['checkout']);
    expect((await ask({ kind: 'performance', range, metricName: 'nothing' })).series).toEqual([]);
  });
});

describe('experiment', () => {
  test('has the lift of each variant, as the results of the experiment say', async () => {
    const metrics = [
      { event_name: 'seen', metric_type: 'conversion' },
      { event_name: 'bought', metric_type: 'conversion', is_primary: true, name: 'Purchase' },
    ];
    const trial = await Trial.start(server, { metrics });
    trial.people('control', 60, 20).people('treatment', 60, 40);
    await trial.send();
    const results = await trial.results();
    const lift = (query: object = {}) =>
      trial.admin.done<Wire['ExperimentLiftResult']>('POST', '/v1/insights/query', {
        query: { kind: 'experiment', ...query },
      });
    const found = await lift({ experiment: 'checkout' });
    expect(found).toMatchObject({
      kind: 'experiment',
      experiment: { key: 'checkout', status: 'running', verdict: results.verdict, decision: results.decision },
      metric: { name: 'Purchase', eventName: 'bought', metricType: 'conversion', unitOfValue: 'share' },
    });
    expect(found.variants).toEqual(
      results.metrics[1]?.variants.map(({ variant_key, units, value, lift_rel, interval, decision }) => ({
        key: variant_key,
        isControl: variant_key === 'control',
        units,
        value,
        lift: lift_rel,
        interval,
        decision,
      })),
    );
    // Without a name: the newest that is running.
    expect((await lift()).experiment?.key).toBe('checkout');
    expect((await lift({ metric: 'Purchase' })).variants).toEqual(found.variants);
    expect((await lift({ metric: 'seen' })).metric?.name).toBe('seen');
    const wrong = { query: { kind: 'experiment', experiment: 'checkout', metric: 'sold' } };
    const refused = await trial.admin.call('POST', '/v1/insights/query', wrong);
    expect([refused.status, placesOf(refused)]).toEqual([400, ['query.metric']]);
  });

  test('of a project that has none is nothing', async () => {
    expect(await ask({ kind: 'experiment' })).toMatchObject({ experiment: null, metric: null, variants: [] });
  });
});

describe('what cannot be answered is 400, and named', () => {
  const wrong: readonly (readonly [place: string, words: string, query: object])[] = [
    ['query.range', '', { kind: 'crash_free' }],
    ['query.of', 'sessions, users', { kind: 'crash_free', of: 'people', range }],
    ['query.breakdown', 'version, device, country, os, platform', { kind: 'crash_free', breakdown: 'plan', range }],
    ['query.filters', '', { kind: 'crash_free', filters: [], range }],
    ['query.interval', 'one of minute, hour, day', { kind: 'crashes', interval: 'year', range }],
    ['query.interval', 'more than 1000 points', { kind: 'crashes', range: { kind: 'relative', last: '9y' } }],
    ['query.interval', 'more than 1000 points', { kind: 'crash_free', range: { kind: 'relative', last: '9y' } }],
    ['query.interval', 'points', { kind: 'performance', interval: 'minute', range: { kind: 'relative', last: '9y' } }],
    ['query.breakdown', 'one of exception, version', { kind: 'crashes', breakdown: 'country', range }],
    ['query.breakdown', 'needs metricName', { kind: 'performance', breakdown: 'version', range }],
    ['query.limit', 'without metricName', { kind: 'performance', metricName: 'LCP', limit: 3, range }],
    ['query.of', 'p50, p75', { kind: 'performance', of: 'p42', range }],
    ['query.range.toIso', 'later', { kind: 'crashes', range: { kind: 'absolute', fromIso: TO, toIso: FROM } }],
    ['query.experiment', 'the environment has no such experiment', { kind: 'experiment', experiment: 'nope' }],
    ['query.range', '', { kind: 'experiment', range }],
  ];
  test.each(wrong)('%s: %s', async (place, words, query) => {
    const response = await run(query);
    expect([response.status, placesOf(response)], response.text).toEqual([400, [place]]);
    expect(response.text).toContain(words);
  });

  test('and there is no list of the people behind it', async () => {
    const body = { query: { kind: 'crashes', range }, at: {} };
    const response = await project.post('/v1/insights/people', body, { key: project.secret });
    expect([response.status, placesOf(response)]).toEqual([400, ['query.kind']]);
  });
});

test('every widget of every template is answered, and those about crashes and metrics find something', async () => {
  const listed = await project.get('/v1/dashboards?is_template=true');
  const found: Record<string, boolean> = {};
  for (const { id } of listed.data<{ id: string }[]>()) {
    const dashboard = (await project.get(`/v1/dashboards/${id}`)).data<Wire['DashboardAnswer']['data']>();
    for (const { name, query } of dashboard.widgets) {
      const all = 'range' in query ? { ...query, range } : query;
      const response = await run(all);
      expect(response.status, `${name}: ${response.text}`).toBe(200);
      const { series } = response.data<Partial<Measures>>();
      found[name] = (series ?? []).some(({ value = null }) => value !== null && value > 0);
    }
  }
  expect(found).toMatchObject({ 'Crash-free users': true, 'Crashes by exception': true, 'All metrics': true });
});
