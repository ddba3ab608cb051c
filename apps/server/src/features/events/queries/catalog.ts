import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Which event names were seen, how often, and what do their events carry? By name. */
export interface CatalogParams {
  readonly scope: Scope;
  /** Part of the name, without regard to case. */
  readonly search?: string;
  readonly page: PageRequest;
  /** Modes of the schemas there are, by event name; the rows say it. */
  readonly schemaModes: Readonly<Record<string, string>>;
  /** The last day and the last week end here. */
  readonly nowMs: number;
}

/** The same for one name, from more of its events; null for one that was never seen. */
export interface CatalogEntryParams extends Omit<CatalogParams, 'page' | 'search'> {
  readonly name: string;
}

export const catalogQuery = defineQuery<CatalogParams, JsonPage>('catalog');
export const catalogEntryQuery = defineQuery<CatalogEntryParams, string | null>('catalogEntry');
