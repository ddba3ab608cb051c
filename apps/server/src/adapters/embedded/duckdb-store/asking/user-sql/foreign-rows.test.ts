import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QuestionRefused, QuestionTooHeavy } from '../../../../../analytics/analytics-store.ts';
import type { LogRecord } from '../../../../../event-log/log-record.ts';
import { batchRecord, projectId, scope } from '../../../store-process/sample-log.ts';
import { SampleStore } from '../../../store-process/sample-store.ts';

const numRuns = process.env.LP_TORTURE === 'long' ? 2_000 : 80;

/** Two stores: one with our rows only, one in which others have theirs too. Answers must not tell them apart. */
let alone: SampleStore;
let among: SampleStore;

const theirScopes = [
  { projectId: '018f2f6e-7c1a-7000-8000-0000000000ff', environmentId: scope.environmentId },
  { projectId, environmentId: '018f2f6e-7c1a-7000-8000-0000000000fe' },
];

function recordsOf(place: typeof scope, mark: string): LogRecord[] {
  const contextOf = (n: number) => ({
    user: { ...(n % 2 === 0 ? { id: `${mark}-user-${n}` } : {}), anonymous_id: `a${n % 3}` },
    device: { id: `${mark}-device`, platform: 'ios', country: mark },
    session: { id: `s${n}` },
  });
  const batch = [0, 1, 2, 3, 4].map((n) => ({
    event: n % 2 === 0 ? 'shared' : mark,
    event_id: `${mark}-${n}`,
    timestamp: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
    properties: { mark, n },
    context: contextOf(n),
  }));
  const link = { user_id: `${mark}-linked`, anonymous_id: 'a1', linked_at: '2026-01-01T00:00:00.000Z' };
  return [batchRecord({ batch }, place), batchRecord(link, { ...place, kind: 'link' })];
}

beforeAll(async () => {
  [alone, among] = [await SampleStore.open(), await SampleStore.open()];
  await alone.load(...recordsOf(scope, 'ours'));
  await among.load(...recordsOf(scope, 'ours'));
  await among.load(...theirScopes.flatMap((place) => recordsOf(place, 'theirs')));
});
afterAll(async () => {
  await alone.close();
  await among.close();
});

/** Every source has the columns k and v, so that most of what is put together from them can be run. */
const shown = [
  'SELECT user_id AS k, event_name AS v FROM events',
  'SELECT person_id AS k, country AS v FROM EVENTS',
  'SELECT to_json(t)::VARCHAR AS k, t.device_id AS v FROM "events" AS t',
  "SELECT properties->>'mark' AS k, context->'device'->>'id' AS v FROM events",
  'SELECT event_id AS k, count(*)::VARCHAR AS v FROM events GROUP BY ALL',
  "SELECT max(COLUMNS('event_(id|name)')) FROM events",
  'SELECT person_id AS k, list_sort(anonymous_ids)::VARCHAR AS v FROM people',
  'SELECT user_id AS k, event_count::VARCHAR AS v FROM people AS events',
  'SELECT device_id AS k, country AS v FROM devices',
  'SELECT a.user_id AS k, b.person_id AS v FROM events a JOIN people b ON a.person_id = b.person_id',
  'SELECT user_id AS k, kind AS v FROM people NATURAL JOIN (SELECT user_id FROM events)',
  'SELECT e.event_name AS k, j.value::VARCHAR AS v FROM events e, json_each(e.properties) j',
  'SELECT id AS k, exception_type AS v FROM crashes',
  'SELECT metric_name AS k, id AS v FROM metrics',
  'SELECT id AS k, action AS v FROM changes',
  "SELECT 'theirs' AS k, 'ours' AS v",
];
/** Doors that must be shut: what lies behind them has the same columns, or is the rows of everybody. */
const shut = [
  'SELECT user_id AS k, name AS v FROM store.events',
  'SELECT user_id AS k, name AS v FROM memory.recent.events',
  'SELECT user_id AS k, anonymous_id AS v FROM links',
  'SELECT user_id AS k, name AS v FROM recent.main.events',
  "SELECT k, v FROM query('SELECT user_id AS k, name AS v FROM store.events') AS q(k, v)",
  'SELECT user_id AS k, anonymous_id AS v FROM "lamppost events"',
];
const cteName = fc.constantFrom('events', 'x', 'links', 'people', 'doors');
const join = fc.constantFrom('JOIN', 'LEFT JOIN', 'FULL JOIN', 'SEMI JOIN', 'ANTI JOIN');

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, arbitrary);

const leaf = fc.oneof(
  { arbitrary: fc.constantFrom(...shown).map((text) => `(${text}) AS t(k, v)`), weight: 30 },
  { arbitrary: fc.constantFrom(...shut).map((text) => `(${text}) AS t(k, v)`), weight: 1 },
  { arbitrary: cteName.map((text) => `${text} AS t(k, v)`), weight: 2 },
);

function sourceOf(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return leaf;
  const inner = queryOf(depth - 1);
  const joined = fc.tuple(inner, join, fc.constantFrom(...shown)).map(([left, how, right]) => {
    return `(SELECT a.* FROM (${left}) a(k, v) ${how} (${right}) b(k, v) USING (k)) AS t(k, v)`;
  });
  const lateral = fc.tuple(fc.constantFrom(...shown), inner).map(([left, right]) => {
    return `(SELECT a.k, l.v FROM (${left}) a(k, v), LATERAL (${right}) l(k, v)) AS t(k, v)`;
  });
  return fc.oneof(
    leaf,
    inner.map((text) => `(${text}) AS t(k, v)`),
    joined,
    lateral,
  );
}

function expressionOf(depth: number): fc.Arbitrary<string> {
  // A NULL without a type is an integer to a join. Whether a cast that fails is reached at all is up to the plan, and
  // that follows how many rows there are: such a statement may be refused in one store and answered in the other.
  const plain = fc.constantFrom(
    't.k',
    't.v',
    "'theirs'",
    'NULL::VARCHAR',
    't::VARCHAR',
    'upper(t.v)',
    'coalesce(t.v, t.k)',
  );
  if (depth === 0) return plain;
  const inner = queryOf(depth - 1);
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    inner.map((text) => `(SELECT count(*)::VARCHAR FROM (${text}) AS s)`),
    inner.map((text) => `(SELECT max(s.k) FROM (${text}) AS s(k, v) WHERE s.v = t.v)`),
    inner.map((text) => `CASE WHEN EXISTS (${text}) THEN t.k END`),
  );
}

function queryOf(depth: number): fc.Arbitrary<string> {
  const expression = expressionOf(depth);
  const inner = depth === 0 ? fc.constantFrom(...shown) : queryOf(depth - 1);
  return fc
    .record({
      cte: sometimes(fc.tuple(cteName, inner, fc.boolean())),
      items: fc.oneof(
        { arbitrary: fc.tuple(expression, expression).map(([k, v]) => `${k} AS k, ${v} AS v`), weight: 3 },
        fc.constant('*'),
        fc.constant('t.k AS k, count(DISTINCT t.v)::VARCHAR AS v'),
        fc.constant('t.k AS k, first_value(t.v) OVER (PARTITION BY t.k ORDER BY t.v) AS v'),
      ),
      source: sourceOf(depth),
      union: sometimes(fc.tuple(fc.constantFrom('UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT'), inner)),
    })
    .map(({ cte, items, source, union }) => {
      const head = cte === null ? '' : `WITH ${cte[2] ? 'RECURSIVE ' : ''}${cte[0]}(k, v) AS (${cte[1]}) `;
      const one = `${head}SELECT ${items} FROM ${source} ${items.includes('DISTINCT') ? 'GROUP BY t.k' : ''}`;
      return union === null ? one : `(${one}) ${union[0]} (${union[1]})`;
    });
}

interface Outcome {
  readonly refused?: string;
  readonly rows?: readonly string[];
}

/**
 * A refusal may name a value that it stumbled over, and which of our rows is met first is not defined, least of all
 * with more rows in the same table. A value of others stays as it is, and would be seen.
 */
const withoutOurs = (message: string): string => message.replaceAll(/'ours[^']*'/g, "'ours…'");

async function outcomeOf(sample: SampleStore, sql: string): Promise<Outcome> {
  try {
    const question = { scope, sql, changesJson: '[]' };
    const { resultJson } = await sample.answers.ask('userSql', question, { timeLimitMs: 20_000 });
    const { rows } = JSON.parse(resultJson) as { rows: unknown[] };
    return { rows: rows.map((row) => JSON.stringify(row)).sort() };
  } catch (error) {
    if (!(error instanceof QuestionRefused || error instanceof QuestionTooHeavy)) throw error;
    return { refused: withoutOurs(error.message) };
  }
}

test(
  'no statement tells whether others have rows in the same store',
  async () => {
    let answered = 0;
    const property = fc.asyncProperty(queryOf(2), async (sql) => {
      const [lonely, crowded] = [await outcomeOf(alone, sql), await outcomeOf(among, sql)];
      expect({ sql, ...crowded }).toEqual({ sql, ...lonely });
      if (crowded.rows !== undefined && crowded.rows.length > 0) answered++;
    });
    await fc.assert(property, { numRuns });
    // Otherwise it would be refusals that are alike. It is a quarter of them, and of few a share that varies.
    expect(answered).toBeGreaterThan(numRuns / 20);
  },
  numRuns * 2_000,
);

test('negative control: of what a refusal names, only our own is left out', () => {
  const refusal = (value: string): string => `Could not convert string '${value}' to INT32`;
  expect(withoutOurs(refusal('ours-user-0'))).toBe(withoutOurs(refusal('ours-user-4')));
  for (const value of ['theirs-user-0', 'shared', 'a1']) expect(withoutOurs(refusal(value))).toBe(refusal(value));
});

test('negative control: the rows of others are there', async () => {
  const [mine, all] = [alone, among].map((sample) => sample.rows('SELECT count(*)::INT AS n FROM all_events'));
  expect([await mine, await all]).toEqual([[{ n: 5 }], [{ n: 15 }]]);
});
