import { type Filter, filterOps } from '../../design/filter-builder/filter-ops.ts';
import type { SortState } from '../../design/tables/sort-rows.ts';
import { readSort } from '../../navigation/read-sort.ts';
import { textOf } from '../../navigation/use-page-search.ts';

const MAX_SEARCH_LENGTH = 320;
const MAX_FILTERS = 20;

/** Columns that the server can sort by, as it calls them. */
const sorts = { last: 'last_seen', first: 'first_seen', events: 'event_count' } as const;

export interface PeopleSearch {
  readonly q: string | undefined;
  readonly filters: readonly Filter[];
  readonly sort: SortState | undefined;
}

/** What the list of people shows, as it stands in the address. */
export function readPeopleSearch(raw: Readonly<Record<string, unknown>>): PeopleSearch {
  return {
    q: textOf(raw.q)?.slice(0, MAX_SEARCH_LENGTH) || undefined,
    filters: Array.isArray(raw.filters) ? raw.filters.slice(0, MAX_FILTERS).filter(isFilter) : [],
    sort: readSort(raw.sort, Object.keys(sorts)),
  };
}

/** What the server is asked for. */
export function peopleOrder(sort: SortState | undefined) {
  if (sort === undefined) return {};
  return { sort: sorts[sort.id as keyof typeof sorts], order: sort.isDescending ? 'desc' : 'asc' } as const;
}

function isFilter(raw: unknown): raw is Filter {
  if (typeof raw !== 'object' || raw === null) return false;
  const { field, op, value } = raw as Record<string, unknown>;
  const isValue = [value].flat().every((each) => each === undefined || each === null || typeof each !== 'object');
  return typeof field === 'string' && filterOps.some((known) => known.op === op) && isValue;
}
