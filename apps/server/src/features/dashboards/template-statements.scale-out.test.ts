import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDifference } from '../../compose/migrate/compare-results.ts';
import { BothEngines } from '../../compose/testing/both-engines.ts';
import { OddRecords } from '../../compose/testing/odd-records.ts';
import { scope } from '../../compose/testing/sample-log.ts';
import { userSqlQuery } from '../insights/queries/user-sql.ts';
import { templates } from './templates/templates.ts';

let both: BothEngines;
beforeAll(async () => {
  both = await BothEngines.open();
  await both.load(...new OddRecords(7).some(300));
});
afterAll(() => both.close());

const answerOf = ({ resultJson }: { readonly resultJson: string }): unknown => JSON.parse(resultJson);

for (const { name, widgets } of templates) {
  for (const widget of widgets) {
    const { query } = widget;
    if (query.kind !== 'sql') continue;
    test(`${name}, ${widget.name}: both engines answer the same`, async () => {
      const asked = { scope, sql: query.sql, changesJson: '[]' };
      const before = answerOf(await both.sample.analytics.run(userSqlQuery, asked));
      const after = answerOf(await both.clickhouse.run(userSqlQuery, asked));
      // A percentile between two values may differ in its last digit.
      expect(findDifference(before, after)).toBeUndefined();
    });
  }
}

test('there are such statements', () => {
  expect(templates.flatMap(({ widgets }) => widgets).filter(({ query }) => query.kind === 'sql').length).toBe(2);
});
