import { textOf, usePageSearch } from '../navigation/use-page-search.ts';

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q) || undefined,
  archived: raw.archived === true ? true : undefined,
  new: raw.new === true ? true : undefined,
});

/** What the address says about a list of records, how it is changed, and the query of the API for it. */
export function useRecordSearch() {
  const [search, change] = usePageSearch(readSearch);
  const query = { search: search.q, include_archived: search.archived, limit: 100 };
  return { search, change, query };
}
