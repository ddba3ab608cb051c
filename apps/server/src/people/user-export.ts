import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import { type PersonIds, type PersonTable, ROW_SEPARATOR } from '../analytics/queries/people.ts';
import type { Scope } from '../analytics/scope.ts';

const PAGE_ROWS = 500;

/** In the order of the document. */
export const exportedTables: readonly PersonTable[] = [
  'links',
  'device_facts',
  'events',
  'crashes',
  'metrics',
  'failed_events',
];

/** Pages of rows as JSON arrays; one page is in memory at a time, however much there is. */
export async function* rowsOfPerson(
  store: AnalyticsStore,
  scope: Scope,
  ids: PersonIds,
  table: PersonTable,
): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = { limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) };
    const { rowsJson, nextCursor } = await store.ask('personRows', { scope, ids, table, page });
    if (rowsJson !== '[]') yield rowsJson;
    cursor = nextCursor;
  }
}

/** One JSON document, written piece by piece. `head` has the members that are known from the start. */
export async function* exportDocument(
  store: AnalyticsStore,
  scope: Scope,
  ids: PersonIds,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield `{"data":${JSON.stringify(head).slice(0, -1)}`;
  for (const table of exportedTables) {
    yield `,"${table}":[`;
    let isFirst = true;
    for await (const rowsJson of rowsOfPerson(store, scope, ids, table)) {
      yield `${isFirst ? '' : ','}${rowsJson.slice(1, -1)}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}}';
}

/** The same as one JSON value a line, each with the name of what it is. */
export async function* exportLines(
  store: AnalyticsStore,
  scope: Scope,
  ids: PersonIds,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  for (const [name, value] of Object.entries(head)) {
    for (const one of Array.isArray(value) ? value : [value]) yield lineOf(name, JSON.stringify(one));
  }
  for (const table of exportedTables) {
    for await (const rowsJson of rowsOfPerson(store, scope, ids, table)) {
      const rows = rowsJson.slice(1, -1).split(ROW_SEPARATOR);
      yield rows.map((row) => lineOf(table, row)).join('');
    }
  }
}

const lineOf = (name: string, json: string): string => `{"kind":"${name}","value":${json}}\n`;
