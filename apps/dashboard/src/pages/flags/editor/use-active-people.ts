import { useApi } from '../../../api/use-api.ts';
import type { Flag } from '../targeting/targeting.ts';

export interface ActivePeople {
  readonly week: number | undefined;
  readonly month: number | undefined;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** People with an event on one of the flag's platforms; servers are nobody's device, so then it is everybody. */
export function useActivePeople(platforms: Flag['platforms']): ActivePeople {
  const platform = platforms.includes('server') || platforms.length === 0 ? undefined : platforms.join(',');
  const { data, isPending, isError } = useApi(
    '/v1/insights/active-people',
    { query: { platform } },
    { staleTime: 300_000, isLive: false },
  );
  return { week: data?.last_7_days, month: data?.last_30_days, isLoading: isPending, hasFailed: isError };
}
