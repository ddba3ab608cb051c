import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEnvironment } from '../../api/environment.ts';
import { knownEvents } from '../../insights/use-event-suggestions.ts';

export const FIRST_EVENT_POLL_MS = 2_000;

/**
 * The most frequent event of the last days, one of the app's own if there is one. Undefined until one is known: while
 * there are none, it is asked for again.
 */
export function useFirstEvent(isEnabled: boolean): string | undefined {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['api', api.scope?.projectId ?? null, api.scope?.environmentId ?? null, 'first event'],
    queryFn: async () => {
      const events = await knownEvents(api, queries, '');
      const own = events.find(({ event_name }) => !event_name.startsWith('$'));
      return (own ?? events[0])?.event_name ?? null;
    },
    enabled: isEnabled,
    refetchInterval: (query) => query.state.data === null && FIRST_EVENT_POLL_MS,
  });
  return data ?? undefined;
}
