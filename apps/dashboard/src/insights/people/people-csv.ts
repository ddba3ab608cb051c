import type { Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../api/api-client.ts';
import { toCsv } from '../../charts/to-csv.ts';
import { type PeopleAsk, peoplePage } from './use-people-behind.ts';

const pageSize = 200;
/** A file of the browser's own making; more people are a cohort or an export. */
export const MAX_PEOPLE_IN_FILE = 10_000;

/** All people behind a number as lines of a file. */
export async function peopleCsv(api: ApiClient, ask: PeopleAsk): Promise<string> {
  const rows: Wire['InsightPersonRow'][] = [];
  let cursor: string | null = null;
  do {
    const page: Wire['InsightPeopleAnswer'] = await peoplePage(api, ask, cursor, pageSize);
    rows.push(...page.data);
    cursor = page.pagination.has_more ? page.pagination.cursor : null;
  } while (cursor !== null && rows.length < MAX_PEOPLE_IN_FILE);
  return toCsv(
    ['person_id', 'kind', 'user_id', 'first_at', 'last_at', 'events'],
    rows.map((row) => [row.person_id, row.kind, row.user_id, row.first_at, row.last_at, row.events]),
  );
}
