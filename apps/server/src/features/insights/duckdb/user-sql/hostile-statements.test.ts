import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { eventsRecord, scope } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';
import { hostileStatements } from './hostile-statements.ts';

let sample: SampleStore;
beforeAll(async () => {
  sample = await SampleStore.open();
  await sample.load(eventsRecord({ event: 'a', properties: { plan: 'pro' } }));
});
afterAll(() => sample.close());

const run = (sql: string, timeLimitMs = 10_000) =>
  sample.analytics.run(userSqlQuery, { scope, sql, changesJson: '[]' }, { timeLimitMs });

describe('refused before anything runs', () => {
  test.each(hostileStatements)('$name', async ({ sql, refusal }) => {
    const failure = await run(sql).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QueryRejected);
    expect((failure as QueryRejected).field).toBe('query.sql');
    expect((failure as Error).message).toMatch(refusal);
  });
});

test('every case has a name of its own', () => {
  expect(new Set(hostileStatements.map(({ name }) => name)).size).toBe(hostileStatements.length);
});
