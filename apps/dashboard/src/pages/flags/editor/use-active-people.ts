import { useInsightQuery } from '../../../api/use-insight-query.ts';
import type { Flag } from '../targeting/targeting.ts';

export interface ActivePeople {
  readonly week: number | undefined;
  readonly month: number | undefined;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** People with an event on one of the flag's platforms; servers are nobody's device, so then it is everybody. */
export function useActivePeople(platforms: Flag['platforms']): ActivePeople {
  const names = platforms.includes('server') ? [] : platforms.filter((name) => /^[a-z]+$/.test(name));
  const where = names.length === 0 ? '' : ` AND platform IN (${names.map((name) => `'${name}'`).join(', ')})`;
  const sql = `SELECT count(DISTINCT person_id) FILTER (timestamp > now() - INTERVAL 7 DAY) AS week, count(DISTINCT person_id) AS month FROM events WHERE timestamp > now() - INTERVAL 30 DAY AND timestamp <= now()${where}`;
  const { data, isPending, isError } = useInsightQuery({ kind: 'sql', sql }, { staleTime: 300_000, isLive: false });
  const [week, month] = data?.rows[0] ?? [];
  return {
    week: typeof week === 'number' ? week : undefined,
    month: typeof month === 'number' ? month : undefined,
    isLoading: isPending,
    hasFailed: isError,
  };
}
