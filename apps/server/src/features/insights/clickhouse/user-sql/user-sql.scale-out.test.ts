import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected, QueryTooHeavy } from '../../../../analytics/analytics-store.ts';
import { BothEngines } from '../../../../compose/testing/both-engines.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../../compose/testing/sample-log.ts';
import { publicTableNames } from '../../queries/sql-tables.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';

interface Result {
  readonly kind: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly unknown[][];
  readonly truncated: boolean;
}

let engines: BothEngines;
const changes = [
  {
    id: 'c2',
    entity_type: 'flag',
    entity_key: "b's",
    action: 'updated',
    config_version: 7,
    created_at_ms: receivedAtMs,
  },
  { id: 'c1', entity_type: 'flag', entity_key: 'a', action: 'created', actor_kind: 'member', created_at_ms: 0 },
];

const queryOf = (sql: string) => ({ scope, sql, changesJson: JSON.stringify(changes) });
const run = async (sql: string, timeLimitMs = 10_000): Promise<Result> =>
  JSON.parse((await engines.clickhouse.run(userSqlQuery, queryOf(sql), { timeLimitMs })).resultJson);
const rowsOf = async (sql: string): Promise<readonly unknown[][]> => (await run(sql)).rows;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

beforeAll(async () => {
  engines = await BothEngines.open();
  const event = (name: string, user: Record<string, unknown>, properties: Record<string, unknown>, second: number) => ({
    event: name,
    event_id: `${name}-${second}`,
    timestamp: at(second),
    properties,
    context: {
      user,
      device: { id: `d${second}`, platform: second % 2 === 0 ? 'ios' : 'web', country: 'DE' },
      experiments: { zeta: 'on', alpha: second, none: null },
    },
  });
  await engines.load(
    eventsRecord(
      event('signup', { id: 'u1', anonymous_id: 'a1' }, { plan: 'pro', price: 10 }, 1),
      event('signup', { anonymous_id: 'a2' }, { plan: 'free', tags: ['x', 'y'], deep: { a: 'b' }, no: null }, 2),
      event('buy', { anonymous_id: 'a1' }, { price: 20.5, big: '=1+1' }, 3),
    ),
    eventsRecord({
      ...event('old', {}, { text: 'line\nbreak\t"quote" \\ \u2028 ü \u0001' }, 5),
      timestamp: '0001-01-01T00:00:00.000Z',
    }),
    batchRecord({ user_id: 'u1', anonymous_id: 'a1', linked_at: at(0) }, { kind: 'link' }),
  );
  await engines.load(eventsRecord(event('buy', { id: 'u2' }, { price: 5 }, 4)));
});
afterAll(() => engines.close());

/** Rows of a table have no order. */
const withSortedRows = ({ resultJson }: { readonly resultJson: string }): unknown => {
  const result = JSON.parse(resultJson) as Result;
  return { ...result, rows: result.rows.map((row) => JSON.stringify(row)).sort() };
};

describe('the same answer as DuckDB, columns and types included', () => {
  test.each(publicTableNames)('all of %s', async (table) => {
    await engines.same(userSqlQuery, queryOf(`SELECT * FROM ${table}`), withSortedRows);
  });

  test.each([
    'SELECT event_name, count(*) AS n FROM events GROUP BY 1 ORDER BY 1',
    'SELECT person_id, count(*) AS n FROM events GROUP BY ALL ORDER BY 1',
    "SELECT properties->>'plan' AS plan, CAST(properties->>'price' AS DOUBLE) AS price FROM events ORDER BY timestamp",
    "SELECT (properties->>'price')::DOUBLE * 2 AS price FROM events WHERE (properties->>'price') IS NOT NULL ORDER BY 1",
    "SELECT properties->'deep'->>'a' AS a, properties->>'$.tags[1]' AS tag, properties->>'no' AS n FROM events ORDER BY timestamp",
    "SELECT context->>'$.device.country' AS country, context->'user'->>'id' AS u FROM events ORDER BY timestamp",
    'SELECT e.event_name, p.event_count FROM events e JOIN people p USING (person_id) ORDER BY 1, 2',
    'SELECT event_name, row_number() OVER (PARTITION BY event_name ORDER BY timestamp) AS n FROM events QUALIFY n = 2 ORDER BY 1',
    "WITH recent AS (SELECT * FROM events WHERE event_name = 'buy') SELECT count(*) AS n, max(user_id) AS u FROM recent",
    "SELECT * FROM (SELECT 'a' AS x UNION SELECT event_name FROM events UNION SELECT 'a') AS u ORDER BY x",
    "SELECT CAST(timestamp AS DATE) AS day, count(DISTINCT person_id) AS people FROM events WHERE timestamp > TIMESTAMP '2000-01-01 00:00:00' GROUP BY ALL ORDER BY day",
    "SELECT count(*) AS n FROM events WHERE timestamp BETWEEN TIMESTAMP '2026-01-01 00:00:02' AND TIMESTAMP '2026-01-01 00:00:03'",
    "SELECT id, entity_key, config_version, created_at FROM changes WHERE action = 'created'",
    "SELECT CASE WHEN platform = 'ios' THEN 'phone' ELSE 'browser' END AS kind, count(*) AS n FROM events GROUP BY 1 ORDER BY 1",
    'SELECT min(timestamp) AS first, max(timestamp) AS last FROM events',
    "SELECT max(user_id) AS u, avg(event_count) AS a FROM people WHERE person_id = 'nobody'",
    'SELECT coalesce(user_id, anonymous_id) AS who FROM events WHERE user_id IS NULL ORDER BY timestamp, who',
    "SELECT count(*) FILTER (WHERE event_name = 'buy') AS n FROM events",
    "SELECT 1.5 AS d, true AS b, 'x' AS t, NULL AS nothing, 9007199254740993 AS big",
    "FROM events SELECT count(*) AS n WHERE platform = 'web'",
    "SELECT upper(event_name) || '!' AS loud, length(event_name) AS l FROM events ORDER BY ALL LIMIT 2",
    'SELECT DISTINCT event_name FROM events ORDER BY event_name LIMIT 1 OFFSET 1',
    "SELECT * FROM (SELECT event_name FROM events EXCEPT SELECT 'buy') AS u ORDER BY 1",
    'SELECT * FROM (SELECT event_name FROM events INTERSECT SELECT event_name FROM events) AS u ORDER BY 1',
    'SELECT 1 AS one; -- done',
  ])('%s', async (sql) => {
    const { resultJson } = await engines.same(userSqlQuery, queryOf(sql), ({ resultJson }) => JSON.parse(resultJson));
    expect((JSON.parse(resultJson) as Result).rows.length).toBeGreaterThan(0);
  });
});

describe('in the words of ClickHouse', () => {
  const good: Readonly<Record<string, readonly [sql: string, rows: readonly unknown[][]]>> = {
    'reads members of JSON': [
      "SELECT JSONExtractString(properties, 'plan') AS plan FROM events WHERE JSONHas(properties, 'plan') ORDER BY 1",
      [['free'], ['pro']],
    ],
    'counts with a condition': ["SELECT countIf(event_name = 'buy'), uniqExact(person_id) FROM events", [[2, 4]]],
    'has lambdas': [
      'SELECT arrayFilter(x -> x > 1, [1, 2, 3]), arrayMap(x -> x * 2, [1, 2])',
      [
        [
          [2, 3],
          [2, 4],
        ],
      ],
    ],
    'joins arrays': ['SELECT a FROM people ARRAY JOIN anonymous_ids AS a ORDER BY a', [['a1'], ['a2']]],
    'limits by a column': [
      'SELECT event_name FROM events ORDER BY event_name LIMIT 1 BY event_name',
      [['buy'], ['old'], ['signup']],
    ],
    recurses: [
      'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 4) SELECT sum(n) FROM t',
      [[10]],
    ],
    'fills a calendar': [
      "SELECT toDate('2026-01-01') + number AS day FROM numbers(3) ORDER BY day",
      [['2026-01-01'], ['2026-01-02'], ['2026-01-03']],
    ],
    'is a list of values': [
      "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) ORDER BY 1",
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    'asks a set that is a CTE': [
      "WITH buyers AS (SELECT person_id FROM events WHERE event_name = 'buy') SELECT count(*) FROM events WHERE person_id IN buyers",
      [[3]],
    ],
    'groups by an interval': [
      "SELECT toStartOfInterval(timestamp, INTERVAL 2 SECOND) AS t, count(*) FROM events WHERE event_name = 'signup' GROUP BY t ORDER BY t",
      [
        ['2026-01-01T00:00:00.000Z', 1],
        ['2026-01-01T00:00:02.000Z', 1],
      ],
    ],
  };
  test.each(Object.entries(good))('%s', async (_, [sql, rows]) => {
    expect(await rowsOf(sql)).toEqual(rows);
  });

  test('says the type of every column, and gives values as JSON has them', async () => {
    const { kind, columns, rows, truncated } = await run(`SELECT 1 AS i, 9007199254740993 AS big, 1.5 AS d, nan AS nn,
      CAST('1.25' AS Decimal(10, 2)) AS dec, true AS b, toDateTime64('2026-01-01 10:00:00.1239', 4, 'UTC') AS ts,
      toDateTime64('1960-01-01 10:00:00.123999', 6, 'UTC') AS early, toDate('2026-01-01') AS day, [1, NULL] AS l,
      [toDateTime64('2026-01-01 10:00:00.1239', 4, 'UTC')] AS times, (1, 'a') AS s, map('k', 2) AS m, inf AS never,
      toUUID('018f2f6e-7c1a-7000-8000-000000000001') AS u, INTERVAL 3 DAY AS iv, NULL AS nothing,
      [9007199254740993] AS bigs, CAST('123456789012345678.5' AS Decimal(38, 1)) AS long, 1 = 1 AS same`);
    expect({ kind, truncated }).toEqual({ kind: 'sql', truncated: false });
    const typed = Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, rows[0]?.[index]]]));
    expect(typed).toEqual({
      i: ['integer', 1],
      big: ['integer', '9007199254740993'],
      d: ['number', 1.5],
      nn: ['number', null],
      never: ['number', null],
      dec: ['number', 1.25],
      long: ['number', '123456789012345678.5'],
      b: ['boolean', true],
      ts: ['timestamp', '2026-01-01T10:00:00.123Z'],
      early: ['timestamp', '1960-01-01T10:00:00.123Z'],
      day: ['date', '2026-01-01'],
      l: ['list', [1, null]],
      bigs: ['list', ['9007199254740993']],
      times: ['list', ['2026-01-01T10:00:00.123Z']],
      s: ['list', [1, 'a']],
      m: ['map', { k: 2 }],
      u: ['uuid', '018f2f6e-7c1a-7000-8000-000000000001'],
      iv: ['interval', '3 days'],
      nothing: ['integer', null],
      same: ['integer', 1],
    });
  });

  test('names its columns as it was written, not as it was run', async () => {
    const { columns } = await run(
      "SELECT (SELECT max(event_name) FROM events), e.properties->>'plan', lower(properties->>'$.a.b'), 1 AS \"a b\" FROM events AS e",
    );
    expect(columns.map(({ name }) => name)).toEqual([
      '(SELECT …)',
      "e.properties->>'plan'",
      "lower(properties->>'$.a.b')",
      'a b',
    ]);
  });
});

describe('an answer', () => {
  test('has 10,000 rows at most and says that there are more', async () => {
    const [whole, more] = [await run('SELECT * FROM numbers(10000)'), await run('SELECT * FROM numbers(10001)')];
    expect([whole.rows.length, whole.truncated]).toEqual([10_000, false]);
    expect([more.rows.length, more.truncated]).toEqual([10_000, true]);
  });

  test('has 8 MiB at most', async () => {
    const long = "SELECT string_agg('0123456789' || toString(number), '') FROM numbers(2000)";
    const { rows, truncated } = await run(`SELECT (${long}) AS t FROM numbers(5000)`);
    expect(truncated).toBe(true);
    expect(JSON.stringify(rows).length).toBeLessThan(8.1 * 2 ** 20);
  });

  test('cuts what is too long for a cell', async () => {
    const [[text, wide, list] = []] = await rowsOf(
      "SELECT string_agg('0123456789', '') AS t, string_agg('ü', '') AS w, groupArray(number) AS list FROM numbers(200000)",
    );
    expect([String(text).length, String(text).at(-1)]).toEqual([32_769, '…']);
    expect([String(wide).length, String(wide).at(0)]).toEqual([32_769, 'ü']);
    expect([String(list).length, String(list).slice(0, 7)]).toEqual([32_769, '[0,1,2,']);
  });

  test('keeps the order that was asked for', async () => {
    const rows = await rowsOf('SELECT number FROM numbers(100000) ORDER BY cityHash64(number) LIMIT 10000');
    const sorted = await rowsOf(
      'SELECT number FROM (SELECT number, row_number() OVER (ORDER BY cityHash64(number)) AS n FROM numbers(100000)) WHERE n <= 10000 ORDER BY n',
    );
    expect(rows).toEqual(sorted);
  });
});

describe('what is wrong with a statement is said in its own terms', () => {
  test.each([
    ['a column that is not there', 'SELECT nothing FROM events', /^Unknown expression identifier `nothing`/],
    ['a value that cannot be cast', "SELECT toInt32('abc') FROM events", /^Cannot parse string 'abc' as Int32/],
    ['a function with wrong arguments', "SELECT date_trunc('day') FROM events", /^Number of arguments/],
    ['an aggregate in the wrong place', 'SELECT event_name FROM events WHERE count(*) > 1', /aggregate/i],
    ['a missing GROUP BY', 'SELECT event_name, count(*) FROM events', /not in GROUP BY keys/],
    [
      'a join without an equation',
      'SELECT 1 FROM events a LEFT JOIN events b ON a.timestamp < b.timestamp',
      /join keys/,
    ],
    [
      'a table that is only a CTE elsewhere',
      'SELECT (WITH x AS (SELECT 1 AS a) SELECT a FROM x), 1 FROM x',
      /^Unknown table/,
    ],
    [
      'words that look like an error of ClickHouse',
      "SELECT toInt32('(NETWORK_ERROR) Code: 210. DB::Exception: x')",
      /./,
    ],
    ['a column that cannot be shown', 'SELECT toLowCardinality(1) AS a, (1, [map(1, 2)]) AS b, nothing', /nothing/],
  ])('%s', async (_, sql, message) => {
    const failure = (await run(sql).catch((error: unknown) => error)) as QueryRejected;
    expect(failure).toBeInstanceOf(QueryRejected);
    expect(failure.field).toBe('query.sql');
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toMatch(/lamppost|__table|twin_|attempt|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  test('with the place of a syntax error', async () => {
    await expect(run('SELECT 1,\n  2 3')).rejects.toThrow('unexpected 3 (line 2, column 5)');
    await expect(run('SELECT \'ü\',\n  /* ü */ "ü" + * FROM')).rejects.toThrow('(line 2, column');
    await expect(run('SELECT 1 +')).rejects.toThrow('something is missing at its end (line 1, column 11)');
    await expect(run('SELECT 1,\n  $1')).rejects.toThrow('(line 2, column 3)');
  });
});

describe('a statement without end', () => {
  test.each([
    ['every row with every row', 'SELECT count() FROM numbers(10000000) AS a, numbers(10000000) AS b'],
    [
      'a recursion without end',
      'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
    ],
    [
      'texts that double',
      "WITH RECURSIVE r AS (SELECT 'xxxxxxxx' AS s UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r",
    ],
    [
      'a sort of very much',
      'SELECT a.number FROM numbers(10000000) AS a, numbers(100) AS b ORDER BY cityHash64(a.number, b.number)',
    ],
    [
      'very many groups',
      'SELECT cityHash64(a.number, b.number) AS h, count(*) FROM numbers(10000000) AS a, numbers(100) AS b GROUP BY h',
    ],
    ['a large set', 'SELECT count(*) FROM events WHERE 1 IN (SELECT number FROM numbers(9000000))'],
    [
      'a large join',
      'SELECT count(*) FROM numbers(1) AS a JOIN (SELECT a.number AS n FROM numbers(10000000) AS a, numbers(3) AS b) AS c ON a.number = c.n',
    ],
  ])('is stopped: %s', async (_, sql) => {
    await expect(run(sql, 4_000)).rejects.toBeInstanceOf(QueryTooHeavy);
    expect(await rowsOf('SELECT count(*) FROM events')).toEqual([[5]]);
  });

  test('or an evil pattern costs nothing: patterns take linear time', async () => {
    const evil = "SELECT match((SELECT string_agg('a', '') FROM numbers(30000)), '^(a+)+$|(a|a)*b') AS m";
    expect(await rowsOf(evil)).toEqual([[1]]);
  });
});
