import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected, QueryTooHeavy } from '../../../../analytics/analytics-store.ts';
import type { LogRecord } from '../../../../collect/event-log/log-record.ts';
import { BothEngines } from '../../../../compose/testing/both-engines.ts';
import { batchRecord, projectId, scope } from '../../../../compose/testing/sample-log.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';
import { randomStatements } from './random-statements.contract.ts';

const numRuns = process.env.LP_TORTURE === 'long' ? 2_000 : 40;

const theirScopes = [
  { projectId: '018f2f6e-7c1a-7000-8000-0000000000ff', environmentId: scope.environmentId },
  { projectId, environmentId: '018f2f6e-7c1a-7000-8000-0000000000fe' },
  // Before ours in the order of the table, so that a block begins with their rows.
  { projectId: '018f2f6e-7c1a-7000-8000-000000000000', environmentId: '018f2f6e-7c1a-7000-8000-0000000000fd' },
];

function recordsOf(scope: Scope, mark: string): LogRecord[] {
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
  const known = { user_id: `${mark}-user-0`, attributes: { plan: mark } };
  return [
    batchRecord({ batch }, scope),
    batchRecord(link, { ...scope, kind: 'link' }),
    batchRecord(known, { ...scope, kind: 'user' }),
  ];
}

interface Outcome {
  readonly refused?: string;
  readonly rows?: readonly string[];
}

/** One has our rows only, in the other others have theirs too. Answers must not tell them apart. */
let alone: BothEngines;
let among: BothEngines;
beforeAll(async () => {
  [alone, among] = [await BothEngines.open(), await BothEngines.open()];
  await alone.load(...recordsOf(scope, 'ours'));
  await among.load(...recordsOf(scope, 'ours'), ...theirScopes.flatMap((theirs) => recordsOf(theirs, 'theirs')));
});
afterAll(async () => {
  await alone.close();
  await among.close();
});

async function outcomeOf(engines: BothEngines, sql: string): Promise<Outcome> {
  try {
    const { resultJson } = await engines.clickhouse.run(userSqlQuery, { scope, sql, changesJson: '[]' });
    const { rows } = JSON.parse(resultJson) as { rows: unknown[] };
    return { rows: rows.map((row) => JSON.stringify(row)).sort() };
  } catch (error) {
    if (!(error instanceof QueryRejected || error instanceof QueryTooHeavy)) throw error;
    // Which of our own values is met first is not defined.
    return { refused: error.message.replaceAll(/'(?:ours|shared)[^']*'/g, '…') };
  }
}

test(
  'no statement tells whether others have rows in the same store',
  async () => {
    let answered = 0;
    const property = fc.asyncProperty(randomStatements(2), async (sql) => {
      const [lonely, crowded] = [await outcomeOf(alone, sql), await outcomeOf(among, sql)];
      // Ids of others; the word alone is in statements.
      expect(JSON.stringify(crowded)).not.toMatch(/theirs-/i);
      expect({ sql, ...crowded }).toEqual({ sql, ...lonely });
      if (crowded.rows !== undefined && crowded.rows.length > 0) answered++;
    });
    await fc.assert(property, { numRuns, endOnFailure: true });
    // Otherwise it would be refusals that are alike.
    expect(answered).toBeGreaterThan(numRuns / 4);
  },
  numRuns * 4_000,
);

/** Each fails exactly if it is worked out for a row of others. */
const poisoned = "toInt64(if(properties LIKE '%theirs%', 'a value of others', '1')) = 1";

describe('what fails on rows of others does not fail', () => {
  test.each([
    ['in a condition', `SELECT count(*) FROM events WHERE ${poisoned}`],
    [
      'in a condition beside others',
      `SELECT count(*) FROM events WHERE event_name != 'x' AND ${poisoned} AND user_id != ''`,
    ],
    ['in a condition around', `SELECT count(*) FROM (SELECT * FROM events) WHERE ${poisoned}`],
    ['in a column', `SELECT sum(${poisoned}) FROM events`],
    ['in a group', `SELECT ${poisoned} AS g, count(*) FROM events GROUP BY g`],
    ['in an order', `SELECT event_id FROM events ORDER BY ${poisoned}, event_id LIMIT 1`],
    [
      'in a join',
      `SELECT count(*) FROM events AS a JOIN events AS b ON a.id = b.id WHERE a.event_id != '' AND toInt64(if(b.properties LIKE '%theirs%', 'x', '1')) = 1`,
    ],
    [
      'in a condition of a join',
      `SELECT count(*) FROM events AS a JOIN people AS b ON toInt64(if(a.properties LIKE '%theirs%', 'x', '1')) = toInt64(if(b.person_id LIKE 'theirs%', 'x', '1'))`,
    ],
    ['in a set', `SELECT count(*) FROM events WHERE event_id IN (SELECT event_id FROM events WHERE ${poisoned})`],
    ['in HAVING', `SELECT event_name FROM events GROUP BY event_name HAVING min(${poisoned}) = 1`],
    ['in a window', `SELECT sum(${poisoned}) OVER (ORDER BY event_id) AS n FROM events`],
    ['in QUALIFY', `SELECT event_id, row_number() OVER (ORDER BY event_id) AS n FROM events QUALIFY ${poisoned}`],
    ['in people', "SELECT count(*) FROM people WHERE toInt64(if(person_id LIKE 'theirs%', 'x', '1')) = 1"],
    ['in a filter of an aggregate', `SELECT count(*) FILTER (WHERE ${poisoned}) FROM events`],
    [
      'in ARRAY JOIN',
      "SELECT count(*) FROM events ARRAY JOIN [toInt64(if(properties LIKE '%theirs%', 'x', '1'))] AS j",
    ],
    ['in division', "SELECT count(*) FROM events WHERE intDiv(1, if(properties LIKE '%theirs%', 0, 1)) = 1"],
  ])('%s', async (_, sql) => {
    const [lonely, crowded] = [await outcomeOf(alone, sql), await outcomeOf(among, sql)];
    expect(crowded).toEqual(lonely);
    expect(crowded.rows?.length).toBeGreaterThan(0);
  });
});

describe('a statement that plays with names', () => {
  test.each([
    ['an alias that is called like a table', "WITH 'x' AS events SELECT count(*) FROM events"],
    [
      'aliases that are called like our columns',
      "WITH 'x' AS p, 'y' AS e, 0 AS attempt, 1 AS ev SELECT count(*) FROM events",
    ],
    ['a table that is called like our alias', 'SELECT count(*) FROM events AS ev, people AS owner'],
    ['a lambda over the names of our columns', 'SELECT arrayMap(p -> p, [1]), count(*) FROM events AS e GROUP BY ALL'],
    [
      'a CTE that is called like our alias',
      'WITH ev AS (SELECT 1 AS p), owner AS (SELECT 2 AS e) SELECT count(*) FROM events, ev, owner',
    ],
    ['a CTE in a CTE', 'WITH a AS (SELECT * FROM events), b AS (SELECT * FROM a) SELECT count(*) FROM b'],
    [
      'a CTE of a subquery used outside of it',
      'SELECT (WITH x AS (SELECT 1 AS one) SELECT one FROM x), count(*) FROM x',
    ],
    ['a limit by a count', 'SELECT number FROM numbers(100) LIMIT (SELECT count(*) FROM events)'],
    [
      'a public table as a set',
      "WITH u AS (SELECT user_id FROM events) SELECT 'theirs-user-0' IN u, 'ours-user-0' IN u",
    ],
    ['a column that hides the mark of rows', 'SELECT count(*) FROM (SELECT 1 AS lamppost_row, event_id FROM events)'],
    ['internal columns', 'SELECT p FROM events'],
    ['internal columns by the table', 'SELECT events.attempt FROM events'],
    ['virtual columns', 'SELECT _part FROM events'],
    ['the table of a virtual column', 'SELECT _table FROM events'],
  ])('%s', async (_, sql) => {
    const [lonely, crowded] = [await outcomeOf(alone, sql), await outcomeOf(among, sql)];
    expect(crowded).toEqual(lonely);
    expect(JSON.stringify(crowded)).not.toMatch(/theirs-user|twin_|_part_/);
  });
});

test('negative control: the rows of others are there', async () => {
  const [ours, all] = [alone, among].map((engines) => engines.sample.rows('SELECT count(*)::INT AS n FROM all_events'));
  expect([await ours, await all]).toEqual([[{ n: 5 }], [{ n: 20 }]]);
});
