import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueryRejected, QueryTooHeavy, StoreUnavailable } from '../../../../analytics/analytics-store.ts';
import type { LogRecord } from '../../../../collect/event-log/log-record.ts';
import { batchRecord, projectId, scope } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';
import { randomStatements } from './random-statements.contract.ts';
import { internalRefusal } from './user-error.ts';

const numRuns = process.env.LP_TORTURE === 'long' ? 2_000 : 120;

const theirScopes = [
  { projectId: '018f2f6e-7c1a-7000-8000-0000000000ff', environmentId: scope.environmentId },
  { projectId, environmentId: '018f2f6e-7c1a-7000-8000-0000000000fe' },
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

/**
 * A refusal may name the value that it stumbled over, and which of our rows is met first is not defined, least of all
 * with more rows in the same table. A value of others stays as it is, and would be seen; so it does when it is made of a
 * word that the statement itself brings.
 */
function withoutOurs(message: string, sql: string): string {
  // A long one is cut, and what came after it.
  return message.replace(/(?<=string ').*?(?=' to |$)/s, (value) => {
    const rest = sql.includes("'theirs'") ? value.replaceAll(/\btheirs\b(?!-)/gi, '') : value;
    return /theirs/i.test(rest) ? value : '…';
  });
}

/** What follows how many rows there are, those of others included. */
const byNumberOfRows = 'join_order,build_side_probe_side,statistics_propagation';
const timeLimitMs = 2_000;
/** On a busy machine a statement may be slow once; one that always is, is slow. */
const tries = 3;

class Side {
  readonly #loads: readonly (readonly LogRecord[])[];
  #store: SampleStore | undefined;
  /** How often DuckDB failed by itself. */
  defects = 0;

  constructor(...loads: readonly (readonly LogRecord[])[]) {
    this.#loads = loads;
  }

  async store(): Promise<SampleStore> {
    if (this.#store !== undefined) return this.#store;
    const store = await SampleStore.open();
    for (const records of this.#loads) await store.load(...records);
    this.#store = store;
    return store;
  }

  async outcome(sql: string, leftTries = tries): Promise<Outcome> {
    const store = await this.store();
    try {
      const { resultJson } = await store.analytics.run(
        userSqlQuery,
        { scope, sql, changesJson: '[]' },
        { timeLimitMs },
      );
      const { rows } = JSON.parse(resultJson) as { rows: unknown[] };
      return { rows: rows.map((row) => JSON.stringify(row)).sort() };
    } catch (error) {
      if (error instanceof QueryTooHeavy && leftTries > 1) return await this.outcome(sql, leftTries - 1);
      if (error instanceof StoreUnavailable) this.defects += 1;
      else if (!(error instanceof QueryRejected || error instanceof QueryTooHeavy)) throw error;
      return { refused: withoutOurs(error.message, sql) };
    }
  }

  /** With a plan that the statement alone decides. */
  async outcomeOfPlainPlan(sql: string): Promise<Outcome> {
    await (await this.store()).connection.run(`SET GLOBAL disabled_optimizers = '${byNumberOfRows}'`);
    const outcome = await this.outcome(sql);
    await (await this.store()).connection.run("SET GLOBAL disabled_optimizers = ''");
    return outcome;
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = undefined;
  }
}

/** One has our rows only, in the other others have theirs too. Answers must not tell them apart. */
const alone = new Side(recordsOf(scope, 'ours'));
const among = new Side(
  recordsOf(scope, 'ours'),
  theirScopes.flatMap((scope) => recordsOf(scope, 'theirs')),
);
beforeAll(async () => {
  await alone.store();
  await among.store();
});
afterAll(async () => {
  await alone.close();
  await among.close();
});

/**
 * What fails on the way is met by some plans and not by others: `JOIN … USING (k)` makes integers of texts where the
 * other k is a NULL without a type, and an empty side is not joined at all. Which plan is taken follows the number of
 * rows of everybody.
 */
const failedOnTheWay = ({ refused }: Outcome): boolean =>
  refused === internalRefusal().message || /^Could not convert string '/.test(refused ?? '');

/** @returns whether it is the plan alone that tells them apart */
async function compare(sql: string, lonely: Outcome, crowded: Outcome): Promise<boolean> {
  if (isDeepStrictEqual(lonely, crowded)) return false;
  if (!failedOnTheWay(lonely) && !failedOnTheWay(crowded)) expect({ sql, ...crowded }).toEqual({ sql, ...lonely });
  const [first, second] = [await alone.outcomeOfPlainPlan(sql), await among.outcomeOfPlainPlan(sql)];
  expect({ sql, ...second }).toEqual({ sql, ...first });
  return true;
}

test(
  'no statement tells whether others have rows in the same store',
  async () => {
    let answered = 0;
    let byPlan = 0;
    const property = fc.asyncProperty(randomStatements(2), async (sql) => {
      const [lonely, crowded] = [await alone.outcome(sql), await among.outcome(sql)];
      // Ids of others; the word alone is in statements.
      expect(JSON.stringify(crowded)).not.toMatch(/theirs-/i);
      if (await compare(sql, lonely, crowded)) byPlan += 1;
      if (crowded.rows !== undefined && crowded.rows.length > 0) answered++;
    });
    // A failure names its seed and path; from there it is made smaller by anyone who looks into it.
    await fc.assert(property, { numRuns, endOnFailure: true });
    // Otherwise it would be refusals that are alike.
    expect(answered).toBeGreaterThan(numRuns / 4);
    expect(byPlan).toBeLessThan(numRuns / 20);
    expect(alone.defects).toBeLessThan(numRuns / 50);
  },
  numRuns * 2_000,
);

test('of a plan that the rows of others decide, a NULL without a type is the whole difference', async () => {
  const right = 'SELECT user_id AS k, event_name AS v FROM events';
  const sqlWith = (nothing: string): string =>
    `SELECT a.* FROM (SELECT ${nothing} AS k, id AS v FROM metrics) a(k, v) ANTI JOIN (${right}) b(k, v) USING (k)`;
  expect(await among.outcome(sqlWith('NULL::VARCHAR'))).toEqual(await alone.outcome(sqlWith('NULL::VARCHAR')));
  expect(await among.outcomeOfPlainPlan(sqlWith('NULL'))).toEqual(await alone.outcomeOfPlainPlan(sqlWith('NULL')));
});

test('negative control: of what a refusal names, only our own is left out', () => {
  const refusal = (value: string): string => `Could not convert string '${value}' to INT32`;
  const shownOf = (value: string, sql = 'SELECT 1'): string => withoutOurs(refusal(value), sql);
  for (const value of ['ours-user-0', 'a1', "{'k': ours, 'v': shared}"]) expect(shownOf(value)).toBe(refusal('…'));
  for (const value of ['theirs-user-0', 'theirs', "{'k': THEIRS-4}"]) expect(shownOf(value)).toBe(refusal(value));
  expect(shownOf('theirs', "SELECT 'theirs'")).toBe(refusal('…'));
  expect(shownOf('theirs-4', "SELECT 'theirs'")).toBe(refusal('theirs-4'));
});

test('negative control: the rows of others are there', async () => {
  const stores = [await alone.store(), await among.store()];
  const counts = stores.map((store) => store.rows('SELECT count(*)::INT AS n FROM all_events'));
  expect(await Promise.all(counts)).toEqual([[{ n: 5 }], [{ n: 15 }]]);
});
