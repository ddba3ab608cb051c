import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../analytics/analytics-store.ts';
import { StoreFailure } from '../../../../analytics/duckdb/store-errors.ts';
import { eventsRecord, scope } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';

let sample: SampleStore;
beforeAll(async () => {
  sample = await SampleStore.open();
});
afterAll(() => sample.close());

const run = async (sql: string): Promise<unknown[][]> =>
  JSON.parse((await sample.analytics.run(userSqlQuery, { scope, sql, changesJson: '[]' })).resultJson).rows;

/** A NULL without a type, in a CTE that hides another one, named from a subquery of a subquery: DuckDB 1.5.5 mixes them up. */
const counted = 'SELECT u.k AS k, count(*)::VARCHAR AS v FROM doors AS u(k, v) GROUP BY u.k';
const hiding = `WITH doors(k, v) AS (SELECT NULL AS k, NULL AS v FROM doors)
  SELECT NULL AS k, (SELECT max(s.k) FROM (${counted}) AS s(k, v) WHERE s.v = t.v) AS v
  FROM (SELECT 'x' AS k, NULL AS v) AS t(k, v)`;
const mixedUp = `WITH doors(k, v) AS (SELECT 'x' AS k, 'y' AS v)
  SELECT (SELECT max(s.k) FROM (${hiding}) AS s(k, v) WHERE s.v = t.v) FROM (SELECT 'x' AS k, 'y' AS v) AS t(k, v)`;

test('an internal error of DuckDB ends the statement that met it: the store need not be opened anew', async () => {
  await sample.load(eventsRecord({ event: 'before' }));
  for (const _ of [1, 2, 3]) {
    const failure = await run(mixedUp).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure)).toContain('The database failed on this statement (internal error). Rewrite it.');
  }
  await sample.load(eventsRecord({ event: 'after' }));
  await sample.write();
  expect(await run('SELECT event_name FROM events ORDER BY 1')).toEqual([['after'], ['before']]);
});

test('where the store is written, an internal error still ends the use of the database', async () => {
  const failure = await sample.atMoment((connection) => connection.run(mixedUp)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StoreFailure);
  expect((failure as StoreFailure).reason).toBe('invalidated');
});
