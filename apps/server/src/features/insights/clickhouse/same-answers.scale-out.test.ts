import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { QueryKind } from '../../../analytics/query.ts';
import { ClickhouseTwin } from '../../../compose/testing/clickhouse-twin.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { activePeopleQuery } from '../queries/active-people.ts';
import { activityQuery } from '../queries/activity.ts';
import { type ExportSource, exportFileQuery } from '../queries/export-file.ts';
import { fieldValuesQuery } from '../queries/field-values.ts';
import { funnelQuery } from '../queries/funnel.ts';
import type { InsightFilter } from '../queries/insight-params.ts';
import { lifecycleQuery } from '../queries/kinds/lifecycle.ts';
import { stickinessQuery } from '../queries/kinds/stickiness.ts';
import { pathsQuery } from '../queries/paths.ts';
import { retentionQuery } from '../queries/retention.ts';
import { timeseriesQuery } from '../queries/timeseries.ts';

/** ClickHouse over a copy of DuckDB's rows: whatever is asked, both answer the same. */
let sample: SampleStore;
let twin: ClickhouseTwin;
beforeAll(async () => {
  sample = await SampleStore.open();
  const url = process.env.LP_TEST_CLICKHOUSE_URL ?? '';
  const { connection, root: folder } = sample;
  twin = new ClickhouseTwin({ url, connection, folder, status: () => sample.analytics.status() });
});
afterAll(async () => {
  await twin.close();
  await sample.close();
});

const nowMs = Date.now();
let environments = 0;

/** Loads what was said into an environment of its own. */
async function load(batch: readonly unknown[], ...others: readonly (readonly [kind: string, body: unknown])[]) {
  const environmentId = `018f2f6e-7c1a-7000-8000-${String(++environments).padStart(12, '0')}`;
  const more = others.map(([kind, body]) => batchRecord(body, { kind: kind as 'events', environmentId }));
  const path = sample.log.seal([batchRecord(`{"batch":[${batch.join(',')}]}`, { environmentId }), ...more]);
  await sample.loadSealed();
  rmSync(path);
  twin.forget();
  return { projectId, environmentId };
}

/** Sums of doubles depend on their order in the last digits. */
const rounded = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;
const comparable = (result: unknown): unknown => {
  const { resultJson } = result as { readonly resultJson?: string };
  return JSON.parse(resultJson ?? JSON.stringify(result), (_, value) => rounded(value));
};

async function expectSame<Query, Result>(kind: QueryKind<Query, Result>, query: Query): Promise<void> {
  const [expected, given] = [await sample.analytics.run(kind, query), await twin.run(kind, query)];
  expect({ query, result: comparable(given) }).toEqual({ query, result: comparable(expected) });
}

/** As JSON text, so that digits stay as they are. */
const scalar = fc.constantFrom(
  ...['0', '-0.0', '5', '5.0', '-3.25', '1e2', '1e21', '1.5e-7', '0.1', '123456789012345680000.0', '1e300'],
  ...['9007199254740993', '12345678901234567890', '-9223372036854775808', '123456789012345678901234567890', '1e400'],
  ...['true', 'false', 'null', '""', '"a"', '"A"', '"5"', '"5.0"', '"true"', '"null"', '"é"', '"İß"', '"ẞ"', '"K"'],
  ...[
    '"x\\ny"',
    '"q\\"q"',
    '"back\\\\slash"',
    '"\\\\u2028"',
    '"\u2028"',
    '"😀"',
    '"a.b"',
    '"=1+1"',
    '"-5"',
    '"{"',
    '"[1.0]"',
  ],
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  fc.record({ one: scalar, two: scalar }).map(({ one, two }) => `{"b":${one},"0":[${two}],"x/y~z":{"":${one}}}`),
);

const paths = ['v', 'w', 'v.b', 'v.0', '"v"."0"."0"', 'v.x/y~z', 'v."x/y~z".""', 'v.w', '"v.w"'].map(
  (path) => `event_properties.${path}`,
);
const textFields = ['event_name', 'platform', 'user_id', 'session_id', 'person_id', 'active_experiments', 'release_id'];
const fields = [...paths, ...textFields, 'event_context.experiments.a', 'timestamp', 'received_at'];

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
const id = maybe(fc.constantFrom('same', 'a', 'ä\u2028', ' b ', ''));

const event = fc
  .record({
    name: fc.constantFrom('open', 'view', '(other)', 'Ä,"#'),
    hours: fc.integer({ min: -40, max: 40 }),
    v: maybe(value),
    w: maybe(scalar),
    dotted: maybe(scalar),
    user: id,
    anonymous: id,
    device: id,
    session: id,
    platform: maybe(fc.constantFrom('ios', 'IOS', 'web', '')),
    experiments: maybe(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'é'), value), { maxLength: 3 })),
  })
  .map(({ name, hours, v, w, dotted, experiments, ...who }) => {
    const members = { v, w, 'v.w': dotted };
    const properties = Object.entries(members).filter(([, json]) => json !== undefined);
    const ids = {
      user: { id: who.user, anonymous_id: who.anonymous },
      device: { id: who.device, platform: who.platform },
      session: { id: who.session },
    };
    const said = (experiments ?? []).map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',');
    const context = `${JSON.stringify(ids).slice(0, -1)}${experiments === undefined ? '' : `,"experiments":{${said}}`}}`;
    return `{"event":${JSON.stringify(name)},"timestamp":"${new Date(nowMs + Math.min(hours, 0) * 3 * HOUR_MS).toISOString()}","properties":{${properties.map(([key, json]) => `"${key}":${json}`).join(',')}},"context":${context}}`;
  });

const field = fc.constantFrom(...fields);
const jsonField = fc.constantFrom(...paths);
const filter: fc.Arbitrary<InsightFilter> = fc.oneof(
  fc.record({
    field: fc.constantFrom(...paths, ...textFields),
    op: fc.constantFrom('eq' as const, 'neq' as const, 'contains' as const, 'not_contains' as const),
    value: fc.constantFrom('a', '5', '', 'true', 'é', '123456789012345678901234567890', '\u2028', 'a:5.0', "'\\"),
  }),
  fc.record({
    field: jsonField,
    op: fc.constantFrom('eq' as const, 'neq' as const, 'gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
    value: fc.constantFrom(0, -0, 5, 1e21, 12345678901234567000, 0.1, -3.25),
  }),
  fc.record({
    field: jsonField,
    op: fc.constantFrom('in' as const, 'not_in' as const),
    value: fc.constant(['a', 5, true, false, 1e300]),
  }),
  fc.record({ field, op: fc.constantFrom('is_null' as const, 'is_not_null' as const) }),
  fc.record({
    field: fc.constant('release_id'),
    op: fc.constantFrom('in' as const, 'not_in' as const),
    value: fc.constant(['1.0']),
    releases: fc.constant([{ platform: 'ios' as const, version: '1.0' }]),
  }),
);

const aggregation = fc.oneof(
  fc.constant({ kind: 'count' as const }),
  fc.record({ kind: fc.constant('count_distinct' as const), field }),
  fc.record({
    kind: fc.constantFrom('sum', 'average', 'min', 'max', 'p50', 'p90', 'p95', 'p99') as fc.Arbitrary<'sum'>,
    field: jsonField,
  }),
);

const question = fc.record({
  field,
  search: maybe(fc.constantFrom('a', 'É', 'i̇', 'ß', 'k', '5', '\u2028', '\\', '%', '😀', '0')),
  filters: fc.array(filter, { maxLength: 2 }),
  breakdownField: maybe(field),
  aggregation,
  interval: fc.constantFrom('hour' as const, 'day' as const),
});

test('insights, values of fields and activity are the same in both engines, whatever was sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 5, maxLength: 40 }),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      async (events, questions) => {
        const scope = await load(events);
        const [fromMs, toMs] = [nowMs - 6 * DAY_MS, nowMs + DAY_MS];
        const name = { events: ['open'] };
        for (const { field: asked, search, filters, breakdownField, aggregation: of, interval } of questions) {
          const shared = {
            scope,
            timezone: 'Asia/Kolkata',
            range: { kind: 'between' as const, fromMs, toMs },
            filters,
          };
          const broken = breakdownField === undefined ? {} : { breakdownField };
          const searched = search === undefined ? {} : { search };
          await expectSame(fieldValuesQuery, { scope, field: asked, fromMs, toMs, ...searched, limit: 5 });
          await expectSame(timeseriesQuery, { ...shared, ...name, interval, aggregation: of, ...broken });
          const steps = [
            { events: ['open'], filters: [] },
            { events: ['view'], filters: filters.slice(0, 1) },
          ];
          await expectSame(funnelQuery, {
            ...shared,
            filters: [],
            steps,
            windowMs: DAY_MS,
            conversionWindow: '1d',
            ...broken,
          });
          await expectSame(activityQuery, { scope, fromMs, toMs, over: { interval, timezone: 'Asia/Kolkata' } });
        }
        const plain = { scope, timezone: 'UTC', range: { kind: 'between' as const, fromMs, toMs }, filters: [] };
        await expectSame(retentionQuery, { ...plain, cohortEvents: ['open'], returnEvents: ['view'], interval: 'day' });
        await expectSame(retentionQuery, {
          ...plain,
          cohortEvents: ['open'],
          returnEvents: null,
          interval: 'week',
          mode: 'on_or_after',
          start: 'first_time',
          breakdownField: 'platform',
        });
        await expectSame(lifecycleQuery, { ...plain, events: null, interval: 'day' });
        await expectSame(stickinessQuery, { ...plain, events: null, interval: 'day' });
        await expectSame(pathsQuery, { ...plain, depth: 4 });
        await expectSameActivePeople({ scope });
        await expectSameActivePeople({ scope, platforms: ['ios', ''] });
        await expectSameFile({ kind: 'table', table: 'events' }, scope);
        await expectSameFile({ kind: 'table', table: 'people' }, scope);
      },
    ),
    // What differs is named; finding less of it would take minutes.
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 3), endOnFailure: true },
  );
}, 300_000);

type Scope = Awaited<ReturnType<typeof load>>;

const documents = {
  'a number beyond a double beside others': ['{"v":1e400,"w":"a"}', '{"v":5.0,"w":1e400}'],
  'an integer beyond 64 bits': ['{"v":123456789012345678901234567890}', '{"v":-9223372036854775809,"w":5.0}'],
  'numbers within lists and objects': ['{"v":[1.0,-0.0,100000000000000000000.0]}', '{"v":{"b":5.0,"0":[1e30]}}'],
  'keys that look like places': ['{"v":{"0":"key"}}', '{"v":["place"]}', '{"v.0":"dotted","v":["place"]}'],
  'texts that need escapes': ['{"v":" \\\\u2028\\"\\\\"}', '{"v":{"b":" /\\\\u0000 5.0"}}'],
  'what is no value': ['{"v":null}', '{"v":""}', '{}', '{"v":"null"}'],
};
for (const [name, some] of Object.entries(documents)) {
  test(`fields of ${name} have the same values`, async () => {
    const [fromMs, toMs] = [nowMs - DAY_MS, nowMs + DAY_MS];
    const at = new Date(nowMs).toISOString();
    const scope = await load(
      some.map((properties) => `{"event":"open","timestamp":"${at}","properties":${properties}}`),
    );
    for (const path of paths) await expectSame(fieldValuesQuery, { scope, field: path, fromMs, toMs, limit: 9 });
  });
}

async function expectSameActivePeople(query: { readonly scope: Scope; readonly platforms?: readonly string[] }) {
  const { asOfMs: _, ...expected } = await sample.analytics.run(activePeopleQuery, query);
  expect(await twin.run(activePeopleQuery, query)).toMatchObject(expected);
}

/** Up to the first end of a line that is not in quotes. */
const CSV_LINE = /(?:"(?:[^"]|"")*"|[^"\n])*\n/gu;

/** Rows come in an order of their own. */
async function fileOf(
  store: AnalyticsStore,
  source: ExportSource,
  scope: Scope,
  format: 'csv' | 'ndjson',
  changesJson = '[]',
) {
  const path = join(sample.root, `export-${Math.random()}.${format}`);
  const { rows } = await store.run(exportFileQuery, { scope, source, format, path, changesJson });
  const content = readFileSync(path, 'utf8');
  rmSync(path);
  const [head, ...lines] = format === 'csv' ? (content.match(CSV_LINE) ?? []) : ['', ...content.split('\n')];
  return { rows, head, lines: lines.sort() };
}

async function expectSameFile(source: ExportSource, scope: Scope, changesJson?: string): Promise<void> {
  for (const format of ['csv', 'ndjson'] as const) {
    expect(await fileOf(twin, source, scope, format, changesJson)).toEqual(
      await fileOf(sample.analytics, source, scope, format, changesJson),
    );
  }
}

const day = (days: number): string => new Date(nowMs - days * DAY_MS).toISOString();

async function loadSome(): Promise<Scope> {
  const context = {
    user: { id: 'u1', anonymous_id: 'a1' },
    device: { id: 'd1', platform: 'ios' },
    app: { version: '1' },
  };
  const said = (more: object) => JSON.stringify({ event: 'open', context, properties: { n: 1 }, ...more });
  const metric = (value_ms: number, at: number) => ({
    metric_type: 'span',
    metric_name: 'x',
    value_ms,
    timestamp: day(at),
  });
  const numbers = [5, 0.1, 0, 1e15, 1e16, 123456789012345680, 1.5e20, 1e21, 1e300, 0.00015, 0.000015, 1e-7, 0.0001];
  return load(
    [
      said({ timestamp: '0001-01-01T00:00:00Z', event_id: 'first' }),
      said({ timestamp: '1899-12-31T23:59:59.999Z', properties: { text: '=SUM(A1)', nested: { a: [1.0, 'ü'] } } }),
      said({ timestamp: day(1), event_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', properties: {} }),
      said({ timestamp: day(2), context: { user: { anonymous_id: 'a2' } } }),
      said({ timestamp: day(3), context: { device: { id: '+d#3' } } }),
      said({ timestamp: day(4), context: {} }),
    ],
    ['metrics', { batch: numbers.map(metric), context: { platform: 'web', session_id: 's' } }],
    [
      'metrics',
      {
        batch: [{ ...metric(7, 1), metric_type: 'network', status_code: 404, is_error: true, attributes: { a: 'b' } }],
      },
    ],
    [
      'crash',
      {
        crash_id: '0190a6c4-2222-7abc-8def-000000000001',
        timestamp: day(1),
        platform: 'ios',
        exception_type: '@x',
        is_foreground: true,
      },
    ],
    ['link', { user_id: 'u2', anonymous_id: 'a9', device_id: 'd9' }],
  );
}

test('every table is exported alike, with and without a range', async () => {
  const scope = await loadSome();
  for (const table of ['events', 'crashes', 'metrics', 'people', 'devices'] as const) {
    await expectSameFile({ kind: 'table', table }, scope);
    await expectSameFile({ kind: 'table', table, fromMs: nowMs - 2.5 * DAY_MS, toMs: nowMs }, scope);
  }
});

test('the change log is exported alike', async () => {
  const scope = await loadSome();
  const change = {
    id: 'c1',
    entity_type: 'flag',
    entity_id: null,
    entity_key: 'a/b\u2028',
    environment_id: null,
    action: 'created',
  };
  const changes = [
    {
      ...change,
      actor_kind: 'user',
      actor_name: '-x',
      config_version: 9007199254740993n.toString(),
      created_at_ms: nowMs,
    },
    { ...change, id: 'c2', actor_kind: 'key', actor_name: null, config_version: null, created_at_ms: nowMs - DAY_MS },
  ];
  const json = JSON.stringify(changes).replace('"9007199254740993"', '9007199254740993');
  await expectSameFile({ kind: 'table', table: 'changes' }, scope, json);
  await expectSameFile({ kind: 'table', table: 'changes', fromMs: nowMs - 1 }, scope, json);
  await expectSameFile({ kind: 'table', table: 'changes' }, scope);
});

test('rows that were made elsewhere are exported alike', async () => {
  const scope = await loadSome();
  const columns = [
    { name: 'at', type: 'timestamp' },
    { name: 'a "name"', type: 'text' },
    { name: '=n', type: 'integer' },
    { name: 'share', type: 'number' },
  ] as const;
  const rows = [
    [0, "it's", 1, 0.5],
    [null, null, null, null],
    [-62135596800000, '\u2028/\\"', -5, 1e-5],
    [nowMs, '', 0, 12345678901234567000],
  ];
  await expectSameFile({ kind: 'rows', columns, rowsJson: JSON.stringify(rows) }, scope);
  await expectSameFile({ kind: 'rows', columns, rowsJson: '[]' }, scope);
});

test('Parquet has the same rows, times before 1900 included', async () => {
  const scope = await loadSome();
  for (const table of ['events', 'crashes', 'metrics', 'people', 'devices'] as const) {
    const read = async (store: AnalyticsStore) => {
      const path = join(sample.root, `${table}-${Math.random()}.parquet`);
      await store.run(exportFileQuery, {
        scope,
        source: { kind: 'table', table },
        format: 'parquet',
        path,
        changesJson: '[]',
      });
      const rows = await sample.rows(`SELECT to_json(row)::VARCHAR AS row FROM (
        SELECT COLUMNS(* EXCLUDE (${timesOf[table]}))::VARCHAR, ${timesOf[table]
          .split(', ')
          .map((time) => `epoch_us(${time}) AS ${time}`)
          .join(', ')}
        FROM '${path}') AS row ORDER BY 1`);
      rmSync(path);
      return rows;
    };
    expect(await read(twin)).toEqual(await read(sample.analytics));
  }
});

const timesOf = {
  events: 'timestamp, received_at',
  crashes: 'timestamp, received_at',
  metrics: 'timestamp, received_at',
  people: 'first_seen, last_seen',
  devices: 'first_seen, last_seen',
} as const;

test('an export that fails leaves no file', async () => {
  const scope = await loadSome();
  const path = join(sample.root, 'failing.csv');
  const source = { kind: 'table', table: 'events' } as const;
  const leaving = new AbortController();
  leaving.abort(new Error('left'));
  const exporting = twin.run(
    exportFileQuery,
    { scope, source, format: 'csv', path, changesJson: '[]' },
    { signal: leaving.signal },
  );
  await expect(exporting).rejects.toThrow('left');
  expect(() => readFileSync(path)).toThrow(/ENOENT/);
});
