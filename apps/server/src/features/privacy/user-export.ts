import { type AnalyticsStore, QueryTooHeavy } from '../../analytics/analytics-store.ts';
import type { PersonIds } from '../../analytics/person-ref.ts';
import type { Scope } from '../../edge/scope.ts';
import { type PersonTable, personRowsQuery, ROW_SEPARATOR } from '../people/queries/people.ts';

/** Reports, and what could not be loaded, can have megabytes each. */
const PAGE_ROWS: Readonly<Record<PersonTable, number>> = {
  links: 500,
  device_facts: 500,
  events: 500,
  crashes: 20,
  metrics: 500,
  failed_events: 20,
};

/** In the order of the document. */
const exportedTables: readonly PersonTable[] = [
  'links',
  'device_facts',
  'events',
  'crashes',
  'metrics',
  'failed_events',
];

/** Pages of rows as JSON arrays; one page is in memory at a time, however much there is. */
async function* rowsOfPerson(
  store: AnalyticsStore,
  scope: Scope,
  ids: PersonIds,
  table: PersonTable,
): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  let limit = PAGE_ROWS[table];
  while (cursor !== null) {
    const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
    try {
      const { rowsJson, nextCursor } = await store.run(personRowsQuery, { scope, ids, table, page });
      if (rowsJson !== '[]') yield rowsJson;
      cursor = nextCursor;
    } catch (error) {
      // Rows can be large: fewer of them at a time.
      if (!(error instanceof QueryTooHeavy) || limit === 1) throw error;
      limit = Math.ceil(limit / 8);
    }
  }
}

/** One JSON document, written piece by piece. `head` has the members that are known from the start. */
export async function* exportDocument(
  store: AnalyticsStore,
  scope: Scope,
  ids: PersonIds,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  // Nothing leaves before the first rows are there: a store that cannot answer is an error, not half a document.
  let begin = `{"data":${JSON.stringify(head).slice(0, -1)}`;
  for (const table of exportedTables) {
    begin += `,"${table}":[`;
    for await (const rowsJson of rowsOfPerson(store, scope, ids, table)) {
      yield `${begin}${rowsJson.slice(1, -1)}`;
      begin = ',';
    }
    begin = begin === ',' ? ']' : `${begin}]`;
  }
  yield `${begin}}}`;
}

/** The same as one JSON value a line, each with the name of what it is; without its last line, `end`, it is incomplete. */
export async function* exportLines(
  store: AnalyticsStore,
  scope: Scope,
  ids: PersonIds,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  let begin = Object.entries(head)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => lineOf(name, JSON.stringify(one))),
    )
    .join('');
  for (const table of exportedTables) {
    for await (const rowsJson of rowsOfPerson(store, scope, ids, table)) {
      const rows = rowsJson.slice(1, -1).split(ROW_SEPARATOR);
      yield begin + rows.map((row) => lineOf(table, row)).join('');
      begin = '';
    }
  }
  yield begin + lineOf('end', '{}');
}

const lineOf = (name: string, json: string): string => `{"kind":"${name}","value":${json}}\n`;
