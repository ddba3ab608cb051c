import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillStore, untilAnswering } from '../filling/fill-store.ts';
import { acknowledgedBeside, type OtherWork } from '../harness/acknowledged-beside.ts';
import { cpuSeconds } from '../harness/cpu-seconds.ts';
import { folderBytes } from '../harness/folder-bytes.ts';
import { type PlainResult, PlainSql } from '../harness/plain-sql.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { type BenchOptions, type Row, type Scenario, timesRow } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';
import { DAY_MS } from '../harness/units.ts';
import { untilIdle } from '../harness/until-idle.ts';

const goal = 1.3;

interface Ends {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A query in the words of the product, the same in SQL, and what both must agree in: the first column, but for rows
 * whose second is false.
 */
interface Pair {
  readonly name: string;
  readonly days: number;
  query(ends: Ends): object;
  sql(ends: Ends): string;
  /** Of the product's answer. */
  counts(result: never): readonly number[];
}

const range = ({ fromMs, toMs }: Ends) => ({
  kind: 'absolute',
  fromIso: new Date(fromMs).toISOString(),
  toIso: new Date(toMs).toISOString(),
});

const inRange = ({ fromMs, toMs }: Ends): string =>
  `ts >= make_timestamp_ms(${fromMs}::BIGINT)::TIMESTAMP_MS AND ts < make_timestamp_ms(${toMs}::BIGINT)::TIMESTAMP_MS`;

const owners = `owners AS MATERIALIZED (
  SELECT anonymous_id, arg_min(user_id, (linked_at, user_id)) AS owner FROM links
  WHERE anonymous_id IS NOT NULL GROUP BY anonymous_id)`;
const joined = 'events ev LEFT JOIN owners USING (anonymous_id)';
const person = 'coalesce(ev.user_id, owners.owner, ev.anonymous_id, ev.device_id)';

interface Timeseries {
  readonly series: readonly {
    readonly name: string;
    readonly formula?: number;
    readonly points: readonly { readonly value: number }[];
  }[];
}
const pointsOf = ({ series }: Timeseries): readonly number[] =>
  (series[0]?.points ?? []).map(({ value }) => value).filter((value) => value > 0);

const steps = ['recipe_viewed', 'cart_item_added', 'checkout_started'];
const windowMs = 7 * DAY_MS;

const pairs: readonly Pair[] = [
  {
    name: 'trend of one event by day, 30 days',
    days: 30,
    query: (ends) => ({ kind: 'timeseries', event: 'recipe_viewed', interval: 'day', range: range(ends) }),
    sql: (ends) => `SELECT count(*) FROM events WHERE name = 'recipe_viewed' AND ${inRange(ends)}
      GROUP BY date_trunc('day', ts) ORDER BY date_trunc('day', ts)`,
    counts: pointsOf,
  },
  {
    name: 'persons by day, 30 days',
    days: 30,
    query: (ends) => ({
      kind: 'timeseries',
      event: 'recipe_viewed',
      interval: 'day',
      range: range(ends),
      aggregation: { kind: 'count_distinct', field: 'person_id' },
    }),
    sql: (ends) => `WITH ${owners} SELECT count(DISTINCT ${person}) FROM ${joined}
      WHERE name = 'recipe_viewed' AND ${inRange(ends)} GROUP BY date_trunc('day', ts) ORDER BY date_trunc('day', ts)`,
    counts: pointsOf,
  },
  {
    name: 'funnel of three steps, 30 days',
    days: 30,
    query: (ends) => ({ kind: 'funnel', steps, conversionWindow: '7d', range: range(ends) }),
    sql: (ends) => `WITH ${owners},
      s AS (SELECT ${person} AS who, epoch_ms(ts) AS t, CASE name ${steps.map((step, at) => `WHEN '${step}' THEN ${at + 1}`).join(' ')} END AS k
        FROM ${joined} WHERE name IN (${steps.map((step) => `'${step}'`).join(', ')}) AND ${inRange(ends)}),
      w1 AS (SELECT *, max(CASE WHEN k = 1 THEN t END) OVER b AS t1 FROM s
        WINDOW b AS (PARTITION BY who ORDER BY t RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
      w2 AS (SELECT *, max(CASE WHEN k = 2 AND t - t1 <= ${windowMs} THEN t1 END) OVER b AS s2 FROM w1
        WINDOW b AS (PARTITION BY who ORDER BY t RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
      SELECT unnest([count(DISTINCT who) FILTER (k = 1), count(DISTINCT who) FILTER (k = 2 AND t - t1 <= ${windowMs}),
        count(DISTINCT who) FILTER (k = 3 AND t - s2 <= ${windowMs})]) FROM w2`,
    counts: ({ steps: reached }: { steps: readonly { count: number }[] }) => reached.map(({ count }) => count),
  },
  {
    name: 'weekly retention, 60 days',
    days: 60,
    query: (ends) => ({
      kind: 'retention',
      cohortEvent: '$session_start',
      returnEvent: 'recipe_viewed',
      interval: 'week',
      range: range(ends),
    }),
    sql: (ends) => `WITH ${owners},
      a AS MATERIALIZED (SELECT DISTINCT ${person} AS who, date_trunc('week', ts) AS w, name = '$session_start' AS began
        FROM ${joined} WHERE name IN ('$session_start', 'recipe_viewed') AND ${inRange(ends)}),
      c AS (SELECT who, min(w) AS w0 FROM a WHERE began GROUP BY who),
      r AS (SELECT w0, w, count(*) AS returned FROM c JOIN (SELECT who, w FROM a WHERE NOT began) USING (who)
        WHERE w > w0 GROUP BY ALL)
      SELECT n, w = w0 FROM (SELECT w0, w0 AS w, count(*) AS n FROM c GROUP BY w0 UNION ALL FROM r) ORDER BY w0, w`,
    counts: ({ cohorts }: { cohorts: readonly { size: number }[] }) =>
      cohorts.map(({ size }) => size).filter((size) => size > 0),
  },
  {
    name: 'two series of persons and a formula by day, 30 days',
    days: 30,
    query: (ends) => ({
      kind: 'timeseries',
      series: ['recipe_viewed', 'cart_item_added'].map((event) => ({ event, aggregation: { kind: 'persons' } })),
      formulas: [{ expression: 'B / A * 100' }],
      showSeries: true,
      interval: 'day',
      range: range(ends),
    }),
    sql: (ends) => `WITH ${owners},
      g AS MATERIALIZED (SELECT date_trunc('day', ts) AS d, count(DISTINCT ${person}) FILTER (name = 'recipe_viewed') AS a,
        count(DISTINCT ${person}) FILTER (name = 'cart_item_added') AS b
        FROM ${joined} WHERE name IN ('recipe_viewed', 'cart_item_added') AND ${inRange(ends)} GROUP BY d)
      SELECT n FROM (SELECT 0 AS s, d, a AS n FROM g UNION ALL SELECT 1, d, b FROM g) WHERE n > 0 ORDER BY s, d`,
    counts: ({ series }: Timeseries) =>
      series
        .filter(({ formula }) => formula === undefined)
        .flatMap(({ points }) => points.map(({ value }) => value))
        .filter((value) => value > 0),
  },
  {
    name: 'first time ever by day, 30 days',
    days: 30,
    query: (ends) => ({
      kind: 'timeseries',
      event: 'recipe_viewed',
      interval: 'day',
      range: range(ends),
      aggregation: { kind: 'first_time' },
    }),
    sql: (ends) => `WITH ${owners}, f AS (
        SELECT ${person} AS who, min(ts) AS ts FROM ${joined} WHERE name = 'recipe_viewed' GROUP BY who)
      SELECT count(*) FROM f WHERE who IS NOT NULL AND ${inRange(ends)}
      GROUP BY date_trunc('day', ts) ORDER BY date_trunc('day', ts)`,
    counts: pointsOf,
  },
  {
    name: 'two breakdowns, 30 days',
    days: 30,
    query: (ends) => ({
      kind: 'timeseries',
      event: 'recipe_viewed',
      interval: 'total',
      range: range(ends),
      breakdowns: ['platform', 'country'],
      breakdownLimit: 10,
    }),
    sql: (ends) => `SELECT count(*) FROM events WHERE name = 'recipe_viewed' AND ${inRange(ends)}
      AND (platform IS NOT NULL OR country IS NOT NULL) GROUP BY platform, country ORDER BY count(*) DESC LIMIT 10`,
    counts: ({ series }: Timeseries) =>
      series
        .filter(({ name }) => name !== '(other)' && name !== '(none)')
        .map(({ points }) => points[0]?.value ?? 0)
        .sort((a, b) => b - a),
  },
  {
    name: 'stickiness by day, 30 days',
    days: 30,
    query: (ends) => ({ kind: 'stickiness', event: 'recipe_viewed', interval: 'day', range: range(ends) }),
    sql: (ends) => `WITH ${owners}, a AS (
        SELECT ${person} AS who, count(DISTINCT date_trunc('day', ts)) AS days FROM ${joined}
        WHERE name = 'recipe_viewed' AND ${inRange(ends)} GROUP BY who)
      SELECT count(*) FROM a WHERE who IS NOT NULL GROUP BY days ORDER BY days`,
    counts: ({ points }: { points: readonly { persons: number }[] }) =>
      points.map(({ persons }) => persons).filter((persons) => persons > 0),
  },
];

async function run(product: Product, query: object): Promise<{ result: unknown; ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${product.url}/v1/insights/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${product.keys.secret}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Answered ${response.status}: ${text}`);
  return { result: (JSON.parse(text) as { data: unknown }).data, ms: performance.now() - startedAt };
}

const countsOf = ({ rows }: PlainResult): readonly number[] =>
  rows.filter(([, isCounted]) => isCounted !== false).map(([count]) => Number(count));

/** One answer of a few dozen milliseconds says little: a round takes the median of so many of each side. */
const answersPerRound = 5;

/** Both are asked in turn, each time for another millisecond, so that no answer is used again. */
async function compare(product: Product, plain: PlainSql, pair: Pair, untilMs: number, rounds: number): Promise<Row> {
  let asked = 0;
  const ask = async () => {
    const ends = { fromMs: untilMs - pair.days * DAY_MS - asked++, toMs: untilMs };
    const before = await cpuSeconds(product.pid);
    const answer = await run(product, pair.query(ends));
    const cpuMicros = ((await cpuSeconds(product.pid)) - before) * 1e6;
    const written = await plain.run(pair.sql(ends));
    const [ours, theirs] = [pair.counts(answer.result as never), countsOf(written)];
    if (String(ours) !== String(theirs)) throw new Error(`${pair.name}: answered ${ours}, by hand it is ${theirs}`);
    return { product: answer.ms, reference: written.ms, cpuMicros };
  };
  const askRound = async () => {
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    while (answers.length < answersPerRound) answers.push(await ask());
    const middle = (figure: 'product' | 'reference' | 'cpuMicros') => median(answers.map((answer) => answer[figure]));
    return { product: middle('product'), reference: middle('reference'), cpuMicros: middle('cpuMicros') };
  };
  // The first one only fills caches.
  await ask();
  const { measured, isNoisy } = await steadily(rounds, askRound);
  const cpu = { per: 'question', oursMicros: median(measured.map(({ cpuMicros }) => cpuMicros)) };
  return { ...timesRow(pair.name, measured, goal, isNoisy), cpu };
}

/** The store with all its indexes and sums, beside nothing but the rows of events. */
async function diskRow(plain: PlainSql, dataDir: string, events: number): Promise<Row> {
  const parquet = join(dataDir, 'events.parquet');
  await plain.run(`COPY (FROM events) TO '${parquet}' (FORMAT parquet, COMPRESSION zstd)`);
  const product = (await folderBytes(join(dataDir, 'store'))) / events;
  const reference = (await stat(parquet)).size / events;
  const row = timesRow('bytes on disk for one stored event, against Parquet with zstd', [{ product, reference }], 2);
  return { ...row, measured: `${product.toFixed(0)} bytes`, reference: `${reference.toFixed(0)} bytes` };
}

/** The heaviest query, over another millisecond each time. */
const pathsOverEverything = (
  product: Product,
  untilMs: number,
  { seconds, rounds }: Pick<BenchOptions, 'seconds' | 'rounds'>,
): OtherWork => ({
  name: 'paths over everything',
  seconds,
  rounds,
  ask: async (at) => {
    const ends = { fromMs: untilMs - 90 * DAY_MS - at, toMs: untilMs };
    await run(product, { kind: 'paths', depth: 6, range: range(ends) });
  },
});

export const queries: Scenario = {
  name: 'queries',
  topic: 'Store and queries',
  sentence:
    'Trends, funnel, retention and stickiness against SQL by hand over the same file; acknowledgements beside a query',
  run: async ({ storedEvents, rounds, seconds }: BenchOptions) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-queries-'));
    const copy = join(dataDir, 'copy.duckdb');
    let product = await startProduct({ dataDir });
    let plain: PlainSql | undefined;
    try {
      const untilMs = await fillStore(product, storedEvents);
      await product.stop();
      await copyFile(join(dataDir, 'store', 'store.duckdb'), copy);
      product = await startProduct({ dataDir });
      plain = await PlainSql.open(copy);
      await untilAnswering(product);
      await untilIdle(product);
      const rows: Row[] = [];
      for (const pair of pairs) rows.push(await compare(product, plain, pair, untilMs, rounds));
      rows.push(await diskRow(plain, dataDir, storedEvents));
      return [
        ...rows,
        ...(await acknowledgedBeside(
          product,
          pathsOverEverything(product, untilMs, { seconds: Math.max(10, seconds * 2), rounds }),
        )),
      ];
    } finally {
      plain?.close();
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
