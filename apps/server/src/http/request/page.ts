import type { JsonPage } from '../../analytics/json-page.ts';

/** A list in its wire form. */
export function listResponse<Row>(
  page: { readonly rows: readonly Row[]; readonly nextCursor: string | null },
  toRow: (row: Row) => unknown,
) {
  return { data: page.rows.map(toRow), pagination: pagination(page.nextCursor) };
}

export const pagination = (nextCursor: string | null) => ({ cursor: nextCursor, has_more: nextCursor !== null });

export const pageRequest = (query: { readonly limit?: number; readonly cursor?: string }, size: number) => ({
  limit: query.limit ?? size,
  ...(query.cursor === undefined ? {} : { cursor: query.cursor.toLowerCase() }),
});

/** A page that comes as finished JSON. */
export const pageJson = ({ rowsJson, nextCursor }: JsonPage): string =>
  `{"data":${rowsJson},"pagination":${JSON.stringify(pagination(nextCursor))}}`;
