import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { BothEngines } from '../../../../compose/testing/both-engines.ts';
import { scope } from '../../../../compose/testing/sample-log.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';
import { hostileStatements } from './hostile-statements.ts';

let engines: BothEngines;
beforeAll(async () => {
  engines = await BothEngines.open();
});
afterAll(() => engines.close());

describe('refused before anything runs', () => {
  test.each(hostileStatements)('$name', async ({ sql, refusal }) => {
    const failure = await engines.clickhouse
      .run(userSqlQuery, { scope, sql, changesJson: '[]' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QueryRejected);
    expect((failure as QueryRejected).field).toBe('query.sql');
    expect((failure as Error).message).toMatch(refusal);
  });
});
