import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonPage } from '../../../analytics/json-page.ts';
import type { PersonIds, PersonKind } from '../../../analytics/person-ref.ts';
import { BothEngines } from '../../../compose/testing/both-engines.ts';
import { OddRecords, oddIds } from '../../../compose/testing/odd-records.ts';
import { scope } from '../../../compose/testing/sample-log.ts';
import type { PeoplePage, PersonTable } from '../queries/people.ts';
import {
  peopleQuery,
  peopleSorts,
  personQuery,
  personRowsQuery,
  rankedPeopleQuery,
  timelineQuery,
} from '../queries/people.ts';

const kinds: readonly (PersonKind | undefined)[] = [undefined, 'user', 'anonymous', 'device'];
const tables: readonly PersonTable[] = ['events', 'crashes', 'metrics', 'failed_events', 'links', 'device_facts'];

describe.each([2])('both engines answer the same about people (seed %i)', (seed) => {
  let both: BothEngines;
  beforeAll(async () => {
    both = await BothEngines.open();
    await both.load(...new OddRecords(seed).some(120));
  });
  afterAll(() => both.close());

  test('lists, page by page, whole and searched', async () => {
    const searches = ['u', 'U1', '☃', `o'neil "x" \\`, '', 'no such'].map((search) => ({ search }));
    for (const asked of [{}, ...searches]) {
      let cursor: string | null | undefined;
      let seen = 0;
      while (cursor !== null) {
        const page = { limit: 9, ...(cursor === undefined ? {} : { cursor }) };
        const answer: PeoplePage = await both.same(peopleQuery, { scope, ...asked, page });
        seen += answer.rows.length;
        cursor = answer.nextCursor;
      }
      if (!('search' in asked)) expect(seen).toBeGreaterThan(10);
    }
    await both.same(peopleQuery, { scope, search: '\u0000', userIds: ['u1', 'null', 'nobody'], page: { limit: 50 } });
    await both.same(peopleQuery, { scope, page: { limit: 5, cursor: '018f2f6e-7c1a-7000-8000-000000000001' } });
  });

  test('other orders, of some of them, page by page', async () => {
    const users = { scope, kind: 'users', userIdsJson: '["u1","null","nobody"]' } as const;
    const filters = [{ field: 'user_id', op: 'is_not_null' } as const];
    const some = [{}, { among: users }, { among: { scope, kind: 'latest', filters } as const }, { search: 'u' }];
    for (const sort of peopleSorts) {
      for (const [at, asked] of some.entries()) {
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = { limit: 12, ...(cursor === undefined ? {} : { cursor }) };
          const params = { scope, sort, isAscending: at % 2 === 1, ...asked, page };
          const answer: PeoplePage = await both.same(rankedPeopleQuery, params);
          cursor = answer.nextCursor;
        }
      }
    }
  });

  test('whose an id is, and everything that is stored of the person', async () => {
    const persons = new Map<string, PersonIds>();
    const bound = { isUser: false, boundUserId: 'u1', anonymousId: 'é' };
    for (const id of [...oddIds, 'nobody', '']) {
      const asked = [
        ...kinds.map((kind) => ({ ...(kind === undefined ? {} : { kind }), hints: { isUser: false } })),
        { hints: bound },
      ];
      for (const more of asked) {
        const found = await both.same(personQuery, { scope, id, ...more });
        if (found !== undefined) persons.set(`${found.kind}/${found.id}`, found.ids);
      }
    }
    expect(persons.size).toBeGreaterThan(oddIds.length);
    let rows = 0;
    for (const ids of [...persons.values()].slice(0, 12)) {
      await both.same(timelineQuery, { scope, ids, page: { limit: 200 } });
      for (const table of tables) {
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = { limit: 20, ...(cursor === undefined ? {} : { cursor }) };
          const answer: JsonPage = await both.same(personRowsQuery, { scope, ids, table, page });
          rows += JSON.parse(answer.rowsJson).length;
          cursor = answer.nextCursor;
        }
      }
    }
    expect(rows).toBeGreaterThan(100);
  });
});
