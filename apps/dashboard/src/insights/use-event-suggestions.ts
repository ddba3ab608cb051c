import type { Wire } from '@lamppost/protocol';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiClient } from '../api/api-client.ts';
import { useEnvironment } from '../api/environment.ts';
import { queryKey } from '../api/query-key.ts';
import type { Suggest } from '../design/inputs/suggestion.ts';

type CatalogRow = Wire['CatalogRow'];

const pageSize = 100;
/** The catalog is listed by name; so many pages are read to find the most frequent. */
const MAX_PAGES = 5;
const keptMs = 60_000;

/** Names of events that were seen, the most frequent first. */
export function useEventSuggestions(): Suggest {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  return useCallback(
    async (text) => (await knownEvents(api, queries, text.trim())).map(suggestionOf).slice(0, pageSize),
    [api, queries],
  );
}

const suggestionOf = ({ event_name, count }: CatalogRow) => ({ value: event_name, volume: count });

export async function knownEvents(
  api: ApiClient,
  queries: QueryClient,
  search: string,
): Promise<readonly CatalogRow[]> {
  return queries.fetchQuery({
    queryKey: [...queryKey(api.scope, '/v1/events/catalog', null, { search }), 'suggestions'],
    queryFn: async () => {
      const rows: CatalogRow[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { limit: pageSize, ...(search === '' ? {} : { search }), ...(cursor === null ? {} : { cursor }) };
        const result: Wire['CatalogAnswer'] = await api.get('/v1/events/catalog', { query });
        rows.push(...result.data);
        cursor = result.pagination.has_more ? result.pagination.cursor : null;
        if (cursor === null) break;
      }
      return rows.sort((a, b) => b.count_7d - a.count_7d || b.count - a.count);
    },
    // The first event is not waited for longer than it takes to arrive.
    staleTime: ({ state }) => (state.data?.length === 0 ? 0 : keptMs),
  });
}
