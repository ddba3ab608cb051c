import type { Page, PageRequest } from './page.ts';

/** Above every UUID, so that a first page has a cursor like any other. */
const BEFORE_THE_FIRST = 'z';

export function cursorOf(page: PageRequest): string {
  return page.cursor?.toLowerCase() ?? BEFORE_THE_FIRST;
}

/** `rows` holds one more than the limit when there is a next page. */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], page: PageRequest): Page<Row> {
  const shown = rows.slice(0, page.limit);
  return { rows: shown, nextCursor: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null };
}
