import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEnvironment } from '../../api/environment.ts';
import { knownEvents } from '../../insights/use-event-suggestions.ts';

/** The most frequent event of the last days, one of the app's own if there is one. Undefined until it is known. */
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
  });
  return data ?? undefined;
}
