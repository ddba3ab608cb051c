import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected, QueryTooHeavy } from '../../../../../analytics/analytics-store.ts';
import { scope } from '../../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../../compose/testing/sample-store.ts';
import { userSqlQuery } from '../../../queries/user-sql.ts';
import { plain } from '../json-cell.ts';
import { allowedFunctions, growthOf } from '../sql-functions.ts';
import { growthExamples } from './growth-examples.ts';

const numRuns = process.env.LP_TORTURE === 'long' ? 3_000 : 60;

let sample: SampleStore;
let unguarded: DuckDBConnection;
beforeAll(async () => {
  sample = await SampleStore.open();
  unguarded = sample.connection;
});
afterAll(() => sample.close());

/** Texts, numbers, lists, a struct, a map, JSON and times; some of them null, empty, or of more bytes than characters. */
const DATA = `t AS (SELECT * FROM (VALUES
  (1, 'Ada', 'a,b,c', ['x', 'yy', NULL], [3, 1, 2], {'k': 1, 'v': 'one'}, MAP {'m': 1}, '{"a":{"b":[1,"2"]},"c":"x"}'::JSON, TIMESTAMP '2026-01-31 10:00:00'),
  (2, 'ünïcode', '', [], [7], {'k': NULL, 'v': NULL}, MAP {}, '[]'::JSON, TIMESTAMP '2026-02-28 23:59:59'),
  (3, NULL, 'b', NULL, NULL, NULL, NULL, NULL, NULL),
  (4, 'Ada', 'a', ['x'], [], {'k': 4, 'v': 'four'}, MAP {'m': 4, 'n': 5}, '{"a":1}'::JSON, TIMESTAMP '2026-03-01 00:00:00')
) AS v(n, name, csv, words, nums, s, m, j, ts))`;

const guarded = async (sql: string): Promise<{ columns: string[]; rows: unknown[][] }> => {
  const { resultJson } = await sample.analytics.run(userSqlQuery, { scope, sql, changesJson: '[]' });
  const { columns, rows } = JSON.parse(resultJson) as { columns: { name: string }[]; rows: unknown[][] };
  return { columns: columns.map(({ name }) => name), rows };
};

/** What DuckDB says by itself. JSON is compared as text. */
async function byItself(sql: string): Promise<{ columns: string[]; rows: unknown[][] }> {
  const result = await unguarded.run(sql);
  const isJson = result.columnTypes().map(({ alias }) => alias === 'JSON');
  const rows = (await result.getRows()).map((row) =>
    row.map((value, at) => (isJson[at] && value !== null ? JSON.parse(String(value)) : plain(value))),
  );
  return { columns: result.columnNames(), rows: JSON.parse(JSON.stringify(rows)) };
}

/** Lambdas are written in their older form, which is no matter of guards. */
const withoutLambdas = ({ columns, rows }: Awaited<ReturnType<typeof guarded>>) => ({
  columns: columns.map((name) => (/lambda|->/.test(name) ? 'a lambda' : name)),
  rows,
});

/** Rows and names are the same; what cannot be run by itself is refused. */
async function expectTheSame(sql: string): Promise<void> {
  const expected = await byItself(sql).then(withoutLambdas, () => 'an error');
  const found = await guarded(sql).then(withoutLambdas, (error: unknown) => {
    if (error instanceof QueryRejected) return expected === 'an error' ? expected : error.message;
    throw error;
  });
  expect({ sql, found }).toEqual({ sql, found: expected });
}

describe('a function that can grow gives what it gives by itself', () => {
  test('and each of them is tried', () => {
    const growing = [...allowedFunctions].filter((name) => growthOf(name)?.kind !== 'fixed');
    expect(growing.filter((name) => growthExamples[name] === undefined)).toEqual([]);
  });

  test.each(Object.entries(growthExamples))('%s', async (name, call) => {
    const growth = growthOf(name);
    const isAggregate = growth?.kind === 'gathered' && !/OVER|unnest|subscripts|to_table/.test(call);
    await expectTheSame(`WITH ${DATA} SELECT ${call} FROM t${isAggregate ? '' : ' ORDER BY n'}`);
    // Inside others, and beside others, where its length counts.
    await expectTheSame(
      `WITH ${DATA} SELECT concat('<', ${call}, '>') AS x${isAggregate ? '' : ', n'} FROM t${isAggregate ? '' : ' ORDER BY n'}`,
    );
  });
});

describe('a statement means the same', () => {
  test.each([
    [
      'with a group of its own',
      'SELECT upper(lower(name)) || count(*), lower(name) FROM t GROUP BY lower(name) ORDER BY upper(lower(name))',
    ],
    [
      'grouped by an alias',
      "SELECT lower(name) AS l, upper(lower(name)) || '!' AS u, count(*) FROM t GROUP BY l ORDER BY l",
    ],
    ['grouped by a place', "SELECT lower(name), lower(name) || 'x', count(*) FROM t GROUP BY 1 ORDER BY 1"],
    ['grouped by all', 'SELECT lower(name) AS l, upper(max(csv)), count(*) FROM t GROUP BY ALL ORDER BY ALL'],
    [
      'with HAVING',
      "SELECT name, upper(string_agg(csv, '-' ORDER BY n)) FROM t GROUP BY name HAVING upper(string_agg(csv, '-')) <> 'B' ORDER BY 1",
    ],
    [
      'with QUALIFY',
      "SELECT name, upper(lag(name) OVER (ORDER BY n)) AS before FROM t QUALIFY lower(before) = 'ada' OR before IS NULL ORDER BY n",
    ],
    [
      'with names of other items',
      "SELECT lower(name) AS a, a || '-' AS b, upper(b) AS c, c || n AS d FROM t ORDER BY n",
    ],
    ['with a name that is a column as well', "SELECT upper(name) AS csv, csv || '!' FROM t ORDER BY n"],
    [
      'with grouping sets',
      'SELECT lower(name), lower(csv), count(*) FROM t GROUP BY GROUPING SETS ((lower(name)), (lower(csv)), ()) ORDER BY ALL',
    ],
    ['with DISTINCT', 'SELECT DISTINCT lower(name) FROM t ORDER BY lower(name)'],
    ['with DISTINCT ON', 'SELECT DISTINCT ON (lower(name)) upper(csv) FROM t ORDER BY lower(name), n'],
    ['with all columns at once', "SELECT COLUMNS('name|csv') || '!' FROM t ORDER BY n"],
    ['with all columns and another one', 'SELECT * REPLACE (upper(name) AS name) EXCLUDE (m, j) FROM t ORDER BY n'],
    [
      'with subqueries in expressions',
      "SELECT (SELECT max(name) FROM t) || (SELECT string_agg(i.name, '') FROM t i WHERE i.n < t.n) FROM t ORDER BY n",
    ],
    [
      'with windows in expressions',
      "SELECT name || ' after ' || lag(name, 1, 'nobody') OVER (ORDER BY n) FROM t ORDER BY n",
    ],
    ['with an ordered list', "SELECT array_to_string(list_sort(list(upper(name))), '+') FROM t"],
    [
      'with a lambda that captures',
      "SELECT list_transform(words, lambda x: concat(x, '/', name, '/', csv)) FROM t ORDER BY n",
    ],
    ['with a comprehension', "SELECT [upper(x) || n for x in words if x <> 'yy'] FROM t ORDER BY n"],
    [
      'with a name that our own functions might have',
      'SELECT x || s FROM (SELECT name AS x, csv AS s, n FROM t) ORDER BY n',
    ],
    ['with lists in lists', 'SELECT flatten([nums, list_transform(nums, lambda x: x * 2)]) FROM t ORDER BY n'],
    [
      'with CASE and COALESCE',
      "SELECT upper(CASE WHEN n > 2 THEN name ELSE coalesce(csv, name, 'none') END) FROM t ORDER BY n",
    ],
    [
      'with casts',
      "SELECT n::TEXT || nums::TEXT || s::TEXT, csv::BLOB AS b, ('[' || n || ',2]')::INT[], ('{\"k\":' || n || '}')::JSON::STRUCT(k INT), TRY_CAST(csv AS INT) FROM t ORDER BY n",
    ],
    [
      'with parts of parts',
      "SELECT upper(s.v), words[1] || words[2], name[1:2], j->'a'->'b'->>1, (j->>'c') || '!' FROM t ORDER BY n",
    ],
    [
      'with a text of no length, in which something is replaced',
      "SELECT replace(left(list_reduce(['z'], lambda p, q: p || q), 0), name, name) FROM t ORDER BY n",
    ],
    [
      'with a join',
      'SELECT a.name || b.csv FROM t a JOIN t b ON lower(a.name) = lower(b.name) AND a.n < b.n ORDER BY 1',
    ],
    ['with a lateral join', 'SELECT upper(x) || t.n FROM t, LATERAL (SELECT name || csv AS x) ORDER BY t.n'],
    [
      'with a recursion',
      "WITH RECURSIVE r(s, k) AS (SELECT 'a', 1 UNION ALL SELECT s || 'b', k + 1 FROM r WHERE k < 5) SELECT upper(s) FROM r ORDER BY k",
    ],
    ['with a union', 'SELECT upper(name) AS x FROM t UNION ALL SELECT lower(csv) FROM t ORDER BY x'],
    ['with VALUES', "SELECT upper(a) FROM (VALUES ('x' || 'y'), (lower('Z'))) v(a) ORDER BY 1"],
    [
      'with a pivot',
      "SELECT * FROM (SELECT lower(name) AS l, n FROM t) PIVOT (string_agg(n::TEXT || '!', '') FOR l IN ('ada', 'x'))",
    ],
    ['with a row as a whole', "SELECT to_json(t)::TEXT || '!' FROM (SELECT n, name FROM t) AS t ORDER BY n"],
    ['with TRY', 'SELECT TRY(upper(name)::INT) FROM t ORDER BY n'],
    [
      'with a filter and an order',
      "SELECT string_agg(upper(name), ', ' ORDER BY lower(csv)) FILTER (WHERE lower(name) <> 'x') FROM t",
    ],
    ['with rows of a list', "SELECT upper(unnest(words)) || '!' AS w FROM t ORDER BY w"],
    ['with the nodes of JSON', 'SELECT n, e.key, e.value, e.path FROM t, json_tree(t.j) AS e ORDER BY ALL'],
    ['with the nodes of what is made', "SELECT n, e.fullkey FROM t, json_tree('[' || n || ',[2]]') AS e ORDER BY ALL"],
    ['with the nodes of a constant', `SELECT e.fullkey FROM json_tree('{"a":[1,{"b":2}]}') AS e ORDER BY ALL`],
    ['with the members of JSON', 'SELECT n, e.key, e.value FROM t, json_each(t.j) AS e ORDER BY ALL'],
    ['without any column', "SELECT upper('a') || lower('B') AS x, 'a' || 1, [1, 2] || [3]"],
  ])('%s', async (_, sql) => {
    const rest = sql.startsWith('WITH RECURSIVE ') ? `${sql.slice(15)}` : undefined;
    await expectTheSame(rest === undefined ? `WITH ${DATA} ${sql}` : `WITH RECURSIVE ${DATA}, ${rest}`);
  });

  test('with the nodes of many documents, and of none that is too long', async () => {
    const nodes = (documents: number, members: number): string =>
      `SELECT count(*) AS nodes FROM (SELECT list(i)::JSON AS j, d FROM range(${members}) AS r(i), range(${documents}) AS s(d) GROUP BY d) AS many, json_tree(many.j) AS e`;
    expect((await guarded(nodes(2_000, 200))).rows).toEqual([[2_000 * 201]]);
    expect((await guarded(nodes(1, 5_000))).rows).toEqual([[5_001]]);
    await expect(guarded(nodes(1, 10_000))).rejects.toThrow(/can be too long/);
    const written = (levels: number): string =>
      `SELECT count(*) AS nodes FROM json_tree('${'['.repeat(levels)}${']'.repeat(levels)}') AS e`;
    expect((await guarded(written(500))).rows).toEqual([[500]]);
    await expect(guarded(written(20_000))).rejects.toThrow('json_tree a document that can be longer than 32 KiB');
    const replaced = `SELECT count(*) FROM json_tree(replace('${'x'.repeat(1_000)}', 'x', '${'['.repeat(50)}')) AS e`;
    await expect(guarded(replaced)).rejects.toThrow('json_tree a document that can be longer than 32 KiB');
  });

  test('with a chain of a hundred operands', async () => {
    const chain = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? 'name' : at % 3 === 1 ? 'n' : `'-${at}-'`));
    await expectTheSame(`WITH ${DATA} SELECT ${chain.join(' || ')} AS x FROM t ORDER BY n`);
    await expectTheSame(
      `WITH ${DATA} SELECT ${chain.map((part) => `[${part}::TEXT]`).join(' || ')} AS x FROM t ORDER BY n`,
    );
    await expectTheSame(`WITH ${DATA} SELECT length(concat(${chain.join(', ')})) FROM t ORDER BY n`);
  });

  test(
    'however its expressions are put together',
    async () => {
      let answered = 0;
      const property = fc.asyncProperty(
        fc.array(textOf(4), { minLength: 1, maxLength: 3 }),
        framing,
        async (items, frame) => {
          const sql = `WITH ${DATA} ${frame(items)}`;
          const expected = await byItself(sql).catch((error: Error) => error);
          if (expected instanceof Error) return;
          const found = await guarded(sql).catch((error: unknown) => {
            if (error instanceof QueryTooHeavy || /can be too long/.test(String(error))) return undefined;
            throw error;
          });
          // Texts by texts by texts could be long, even when they are not.
          if (found === undefined) return;
          answered++;
          expect({ sql, ...withoutLambdas(found) }).toEqual({ sql, ...withoutLambdas(expected) });
        },
      );
      await fc.assert(property, { numRuns });
      expect(answered).toBeGreaterThan(numRuns / 2);
    },
    numRuns * 1_000,
  );
});

const framing = fc.constantFrom<((items: readonly string[]) => string)[]>(
  ...[
    (items: readonly string[]) => `SELECT ${items.join(', ')} FROM t ORDER BY n`,
    (items: readonly string[]) => `SELECT n FROM t WHERE length(${items[0]}) > 3 ORDER BY n`,
    (items: readonly string[]) => `SELECT ${items[0]} AS g, count(*) FROM t GROUP BY 1 ORDER BY 1`,
    (items: readonly string[]) => `SELECT upper(x) || '.' FROM (SELECT ${items[0]} AS x, n FROM t) ORDER BY n`,
    // A lambda may not have another one inside.
    (items: readonly string[]) =>
      `SELECT list_transform(words, lambda w: w || (${items.find((item) => !item.includes('lambda')) ?? 'csv'})) FROM t ORDER BY n`,
    (items: readonly string[]) => `SELECT string_agg(${items[0]}, '|' ORDER BY n) || '!' FROM t`,
    (items: readonly string[]) => `SELECT max(${items[0]}) OVER (ORDER BY n) || '!' FROM t ORDER BY n`,
  ],
);

function textOf(depth: number): fc.Arbitrary<string> {
  const leaf = fc
    .constantFrom('name', 'csv', "'ab'", 'NULL', 's.v', 'words[1]', "j->>'c'", 'n::TEXT', 'ts::TEXT')
    .map((text) => `(${text})`);
  if (depth === 0) return leaf;
  const inner = textOf(depth - 1);
  const list = listOf(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, inner).map(([a, b]) => `(${a} || ${b})`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `concat(${a}, ${b}, ${c})`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `replace(${a}, ${b}, ${c})`),
    fc
      .tuple(fc.constantFrom('upper', 'lower', 'reverse', 'trim', 'hex', 'url_encode', 'md5'), inner)
      .map(([f, a]) => `${f}(${a})`),
    fc.tuple(inner, fc.integer({ min: -3, max: 9 })).map(([a, k]) => `left(${a}, ${k})`),
    inner.map((a) => `regexp_replace(${a}, '[a-z]', '<\\0>', 'g')`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `CASE WHEN ${a} > ${b} THEN ${b} ELSE ${c} END`),
    fc.tuple(inner, inner).map(([a, b]) => `coalesce(${a}, ${b})`),
    list.map((l) => `array_to_string(${l}, '; ')`),
    fc.tuple(list, fc.integer({ min: 1, max: 3 })).map(([l, k]) => `(${l})[${k}]`),
    list.map((l) => `to_json(${l})::TEXT`),
    list.map((l) => `(${l})::TEXT`),
    list.map((l) => `list_reduce(['z'] || ${l}, lambda p, q: p || coalesce(q, '?'))`),
  );
}

function listOf(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(
    'words',
    "['p', 'q']",
    "string_split(csv, ',')",
    'list_transform(nums, lambda k: k::TEXT)',
  );
  if (depth === 0) return leaf;
  const inner = listOf(depth - 1);
  const text = textOf(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, inner).map(([a, b]) => `list_concat(${a}, ${b})`),
    fc.tuple(text, text).map(([a, b]) => `[${a}, ${b}]`),
    inner.map((l) => `list_sort(${l})`),
    inner.map((l) => `list_transform(${l}, lambda e: upper(e) || '.')`),
    inner.map((l) => `list_filter(${l}, lambda e: e <> 'x')`),
    text.map((a) => `string_split(${a}, 'a')`),
  );
}
