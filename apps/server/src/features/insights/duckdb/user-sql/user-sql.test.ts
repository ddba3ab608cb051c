import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected, QueryTooHeavy } from '../../../../analytics/analytics-store.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import { publicTableNames } from '../../queries/sql-tables.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';

interface Result {
  readonly kind: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly unknown[][];
  readonly truncated: boolean;
}

let sample: SampleStore;
const changes = [
  { id: 'c2', entity_type: 'flag', entity_key: 'b', action: 'updated', config_version: 7, created_at_ms: receivedAtMs },
  { id: 'c1', entity_type: 'flag', entity_key: 'a', action: 'created', actor_kind: 'member', created_at_ms: 0 },
];

const run = async (sql: string, timeLimitMs = 10_000): Promise<Result> => {
  const query = { scope, sql, changesJson: JSON.stringify(changes) };
  return JSON.parse((await sample.analytics.run(userSqlQuery, query, { timeLimitMs })).resultJson);
};
const rowsOf = async (sql: string): Promise<readonly unknown[][]> => (await run(sql)).rows;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

beforeAll(async () => {
  sample = await SampleStore.open();
  const event = (name: string, user: Record<string, unknown>, properties: Record<string, unknown>, second: number) => ({
    event: name,
    event_id: `${name}-${second}`,
    timestamp: at(second),
    properties,
    context: { user, device: { platform: second % 2 === 0 ? 'ios' : 'web', country: 'DE' } },
  });
  await sample.load(
    eventsRecord(
      event('signup', { id: 'u1', anonymous_id: 'a1' }, { plan: 'pro', price: 10 }, 1),
      event('signup', { anonymous_id: 'a2' }, { plan: 'free', tags: ['x', 'y'] }, 2),
      event('buy', { anonymous_id: 'a1' }, { price: 20.5, big: '=1+1' }, 3),
    ),
    batchRecord({ user_id: 'u1', anonymous_id: 'a1', linked_at: at(0) }, { kind: 'link' }),
  );
  await sample.write();
  await sample.load(eventsRecord(event('buy', { id: 'u2' }, { price: 5 }, 4)));
});
afterAll(() => sample.close());

describe('a good statement', () => {
  const good: Readonly<Record<string, readonly [sql: string, rows: readonly unknown[][]]>> = {
    'counts by a column': [
      'SELECT event_name, count(*) FROM events GROUP BY 1 ORDER BY 1',
      [
        ['buy', 2],
        ['signup', 2],
      ],
    ],
    'reads members of JSON': [
      "SELECT properties->>'plan', (properties->>'price')::DOUBLE FROM events WHERE event_name = 'signup' ORDER BY 1",
      [
        ['free', null],
        ['pro', 10],
      ],
    ],
    'reaches into lists of JSON': [
      "SELECT json_extract_string(properties, '$.tags[1]') FROM events ORDER BY 1 LIMIT 1",
      [['y']],
    ],
    'resolves persons': [
      'SELECT person_id, count(*) FROM events GROUP BY ALL ORDER BY 1',
      [
        ['a2', 1],
        ['u1', 2],
        ['u2', 1],
      ],
    ],
    'knows people': [
      'SELECT person_id, kind, user_id, anonymous_ids, event_count FROM people ORDER BY 1',
      [
        ['a2', 'anonymous', null, ['a2'], 1],
        ['u1', 'user', 'u1', ['a1'], 2],
        ['u2', 'user', 'u2', [], 1],
      ],
    ],
    joins: [
      `SELECT e.event_name, p.event_count FROM events e JOIN people p USING (person_id) WHERE e.user_id = 'u1'`,
      [['signup', 2]],
    ],
    'uses a window': [
      'SELECT event_name, row_number() OVER (PARTITION BY event_name ORDER BY timestamp) AS n FROM events QUALIFY n = 2 ORDER BY 1',
      [
        ['buy', 2],
        ['signup', 2],
      ],
    ],
    'uses CTEs that have the name of a table, each in its place': [
      "WITH events AS (SELECT event_name AS n FROM events WHERE event_name = 'buy') SELECT n, (SELECT count(*) FROM (WITH events AS (SELECT 1 AS one) SELECT * FROM events)) FROM events",
      [
        ['buy', 1],
        ['buy', 1],
      ],
    ],
    'calls a column what a session has too': [
      'SELECT user_id AS user, count(*) FROM events WHERE user_id IS NOT NULL GROUP BY user ORDER BY user',
      [
        ['u1', 1],
        ['u2', 1],
      ],
    ],
    'names a CTE in letters with more cases than two': [
      'WITH lin\u212as AS (SELECT 1 AS one) SELECT one FROM lin\u212as',
      [[1]],
    ],
    unites: ["SELECT 'a' AS x UNION ALL SELECT event_name FROM events WHERE false ORDER BY 1", [['a']]],
    recurses: [
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 4) SELECT sum(n) FROM t',
      [[10]],
    ],
    'has subqueries that look outside': [
      'SELECT (SELECT count(*) FROM events i WHERE i.event_name = o.event_name) FROM events o LIMIT 1',
      [[2]],
    ],
    'fills a calendar': [
      "SELECT d::DATE FROM generate_series(TIMESTAMP '2026-01-01', TIMESTAMP '2026-01-03', INTERVAL 1 DAY) g(d) ORDER BY 1",
      [['2026-01-01'], ['2026-01-02'], ['2026-01-03']],
    ],
    'has lambdas and comprehensions': [
      'SELECT list_filter([1, 2, 3], lambda x: x > 1), [x * 2 for x in [1, 2]]',
      [
        [
          [2, 3],
          [2, 4],
        ],
      ],
    ],
    'begins with FROM': ["FROM events SELECT count(*) WHERE platform = 'web'", [[2]]],
    'is a list of values': [
      "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(n, t) ORDER BY n",
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    pivots: [
      "SELECT * FROM (SELECT event_name, platform FROM events) PIVOT (count(*) FOR platform IN ('ios', 'web')) ORDER BY 1",
      [
        ['buy', 1, 1],
        ['signup', 1, 1],
      ],
    ],
    'joins by position': ['SELECT * FROM (VALUES (1)) a POSITIONAL JOIN (VALUES (2)) b', [[1, 2]]],
    'asks for a column twice': ['SELECT 1 AS a, 2 AS a', [[1, 2]]],
    'reads the change log': [
      "SELECT id, entity_key, config_version, created_at FROM changes WHERE action = 'created'",
      [['c1', 'a', null, '1970-01-01T00:00:00.000Z']],
    ],
    'expands JSON': [
      "SELECT j.key FROM events, json_each(properties) j WHERE event_name = 'buy' AND platform = 'web' ORDER BY 1",
      [['big'], ['price']],
    ],
    'ends with a semicolon and a comment': ['SELECT 1; -- done', [[1]]],
  };
  test.each(Object.entries(good))('%s', async (_, [sql, rows]) => {
    expect(await rowsOf(sql)).toEqual(rows);
  });

  test.each(publicTableNames)('can ask for everything in %s', async (table) => {
    const { columns } = await run(`SELECT * FROM ${table}`);
    expect(columns.length).toBeGreaterThan(5);
  });

  test('says the type of every column, and gives values as JSON has them', async () => {
    const { kind, columns, rows, truncated } = await run(`SELECT 1 AS i, 9007199254740993 AS big, 1.5::DOUBLE AS d,
      'NaN'::DOUBLE AS nan, 1.25 AS dec, true AS b, TIMESTAMP '2026-01-01 10:00:00.1239' AS ts, DATE '2026-01-01' AS day,
      now() IS NOT NULL AS tz, '{"a": [1, {}]}'::JSON AS j, [1, NULL] AS l, {'x': 1} AS s, MAP {'k': 2} AS m,
      '018f2f6e-7c1a-7000-8000-000000000001'::UUID AS u, INTERVAL 3 DAY AS iv, TIME '10:00:00' AS t, NULL AS nothing,
      'infinity'::TIMESTAMP AS never, 'a'::BLOB AS bin`);
    expect({ kind, truncated }).toEqual({ kind: 'sql', truncated: false });
    const typed = Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, rows[0]?.[index]]]));
    expect(typed).toEqual({
      i: ['integer', 1],
      big: ['integer', '9007199254740993'],
      d: ['number', 1.5],
      nan: ['number', null],
      dec: ['number', 1.25],
      b: ['boolean', true],
      ts: ['timestamp', '2026-01-01T10:00:00.123Z'],
      day: ['date', '2026-01-01'],
      tz: ['boolean', true],
      j: ['json', { a: [1, {}] }],
      l: ['list', [1, null]],
      s: ['struct', { x: 1 }],
      m: ['map', { k: 2 }],
      u: ['uuid', '018f2f6e-7c1a-7000-8000-000000000001'],
      iv: ['interval', '3 days'],
      t: ['time', '10:00:00'],
      nothing: ['integer', null],
      never: ['timestamp', null],
      bin: ['binary', 'YQ=='],
    });
  });

  test('names its columns as it was written, not as it was run', async () => {
    const { columns } = await run('SELECT (SELECT max(event_name) FROM events), 1 AS "a b" FROM crashes');
    expect(columns.map(({ name }) => name)).toEqual(['(SELECT max(event_name) FROM events)', 'a b']);
  });
});

describe('an answer', () => {
  test('has 10,000 rows at most and says that there are more', async () => {
    const [whole, more] = [await run('SELECT * FROM range(10000)'), await run('SELECT * FROM range(10001)')];
    expect([whole.rows.length, whole.truncated]).toEqual([10_000, false]);
    expect([more.rows.length, more.truncated]).toEqual([10_000, true]);
  });

  test('has 8 MiB at most', async () => {
    const long = "string_agg('0123456789' || i, '') FROM range(2000) r(i)";
    const { rows, truncated } = await run(`SELECT (SELECT ${long}) AS t FROM range(5000)`);
    expect(truncated).toBe(true);
    expect(JSON.stringify(rows).length).toBeLessThan(8.1 * 2 ** 20);
  });

  test('cuts what is too long for a cell', async () => {
    const [[text, json, list] = []] = await rowsOf(
      `SELECT t, to_json([t]), list FROM (SELECT string_agg('0123456789', '') AS t, list(i) AS list FROM range(100000) r(i))`,
    );
    expect([String(text).length, String(text).at(-1)]).toEqual([32_769, '…']);
    expect([String(json).length, String(list).length]).toEqual([32_769, 32_769]);
  });
});

describe('what is wrong with a statement is said in its own terms', () => {
  test.each([
    ['a column that is not there', 'SELECT nothing FROM events', /^Referenced column "nothing" not found/],
    ['a value that cannot be cast', "SELECT 'abc'::INT FROM events", /^Could not convert string 'abc' to INT32/],
    ['a function with wrong arguments', "SELECT date_trunc('day') FROM events", /No function matches/],
    ['a number that runs over', 'SELECT 9223372036854775807 + 1::BIGINT', /[Oo]verflow/],
    ['an aggregate in the wrong place', 'SELECT event_name FROM events WHERE count(*) > 1', /aggregate/i],
    ['a missing GROUP BY', 'SELECT event_name, count(*) FROM events', /must appear in the GROUP BY clause/],
    ['an ambiguous name', 'SELECT event_name FROM events a, events b', /Ambiguous reference/],
  ])('%s', async (_, sql, message) => {
    const failure = (await run(sql).catch((error: unknown) => error)) as QueryRejected;
    expect(failure).toBeInstanceOf(QueryRejected);
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toMatch(/lamppost|LINE|store\.|recent\.|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  test('in a row that comes late, instead of a shorter answer', async () => {
    // More than DuckDB gathers before it hands out the first rows.
    const texts = Array.from({ length: 40 }, (_, column) => `md5((i + ${column})::VARCHAR) AS t${column}`);
    const late = `SELECT ${texts.join(', ')}, (CASE WHEN i = 4999 THEN 'late' ELSE '1' END)::INTEGER AS n
      FROM range(5000) r(i)`;
    await expect(run(late)).rejects.toThrow(/Could not convert string 'late' to INT32/);
  });

  test('with the place of a syntax error', async () => {
    await expect(run('SELECT 1,\n  FROM WHERE')).rejects.toThrow('(line 2, column 8)');
    await expect(run('SELECT 1,\n  ü, current_setting(1)')).rejects.toThrow('(line 2, column 6)');
  });
});

test('what is gathered from a million rows is not taken for something that grows', async () => {
  // How long it takes is not the question, and on a busy machine it is longer than usual queries may take.
  const runLong = (sql: string) => run(sql, 60_000);
  const rows = "(SELECT md5(i::VARCHAR) AS a, 'event ' || (i % 1000) AS b, i FROM range(1000000) r(i))";
  const lists = await runLong(`SELECT b, list(a ORDER BY i)[1:2] AS first FROM ${rows} GROUP BY b ORDER BY b LIMIT 1`);
  expect(lists.rows).toEqual([['event 0', ['cfcd208495d565ef66e7dff9f98764da', 'a9b7ba70783b617e9998dc4dd82eb3c5']]]);
  const texts = await runLong(`SELECT b, string_agg(a, ',') || '!' FROM ${rows} GROUP BY b ORDER BY b LIMIT 1`);
  expect(texts.rows).toEqual([['event 0', expect.stringMatching(/^[0-9a-f]{32},/)]]);
  const whole = await runLong(`SELECT b, list(a) FROM ${rows} GROUP BY b`);
  expect(whole.truncated).toBe(true);
});

describe('a statement without end', () => {
  test.each([
    ['a long series', 'SELECT count(*) FROM range(1000000000000)'],
    ['every row with every row', 'SELECT count(*) FROM range(1000000) a, range(1000000) b'],
    [
      'a recursion without end',
      'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
    ],
    [
      'a sort of very much',
      'SELECT max(n) FROM (SELECT row_number() OVER (ORDER BY hash(i)) AS n FROM range(1000000000) r(i))',
    ],
    [
      'a long list, number by number',
      'SELECT list_reduce(l, lambda a, b: a + b) FROM (SELECT list(i) AS l FROM range(3000000) r(i))',
    ],
  ])('is stopped: %s', async (_, sql) => {
    const began = performance.now();
    await expect(run(sql, 300)).rejects.toBeInstanceOf(QueryTooHeavy);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(await rowsOf('SELECT count(*) FROM events')).toEqual([[4]]);
  });

  test('or with texts that double is stopped before it takes all memory', async () => {
    const doubling =
      "WITH RECURSIVE r(s) AS (SELECT 'xxxxxxxx' UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r";
    const before = process.memoryUsage.rss();
    await expect(run(doubling)).rejects.toBeInstanceOf(QueryTooHeavy);
    expect(process.memoryUsage.rss() - before).toBeLessThan(1.5 * 2 ** 30);
  });

  test('or an evil pattern costs nothing: patterns take linear time', async () => {
    const evil = "SELECT regexp_matches((SELECT string_agg('a', '') FROM range(30000)), '^(a+)+$|(a|a)*b')";
    expect(await rowsOf(evil)).toEqual([[true]]);
  });
});
