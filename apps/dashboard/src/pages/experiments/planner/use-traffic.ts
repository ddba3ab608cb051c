import { useApi } from '../../../api/use-api.ts';
import { useInsightQuery } from '../../../api/use-insight-query.ts';
import { builtInMetricOf } from '../../../insights/metrics/metric-words.ts';

export interface Traffic {
  /** People with any event in the last 7 days; undefined while it is not known. */
  readonly people: number | undefined;
  /** Of them, those who did the event. */
  readonly converted: number | undefined;
}

const week = { kind: 'relative', last: '7d' } as const;
const kept = { staleTime: 300_000, isLive: false };

/** What the last week says about an event: who was there, and who did it. */
export function useTraffic(event: string | null): Traffic {
  const isEvent = event !== null && event !== '' && builtInMetricOf(event) === undefined;
  const active = useApi('/v1/insights/active-people', { query: {} }, kept);
  // Both steps are the event: the first counts everybody who did it.
  const steps = [event ?? '-', event ?? '-'];
  const funnel = useInsightQuery<'funnel'>(
    { kind: 'funnel', steps, range: week, conversionWindow: '7d' },
    { ...kept, enabled: isEvent, keepPrevious: false },
  );
  return { people: active.data?.last_7_days, converted: isEvent ? funnel.data?.steps[0]?.count : undefined };
}
