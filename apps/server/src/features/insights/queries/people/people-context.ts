import type { WriteFilters } from '../filter-conditions.ts';

/** What writes the people behind a number needs beside the query. */
export interface PeopleContext {
  /** Handed on: filters may name cohorts, which may be of queries again. */
  readonly writeFilters: WriteFilters;
  readonly nowMs: number;
}
