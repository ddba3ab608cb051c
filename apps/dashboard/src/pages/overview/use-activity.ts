import { useMemo } from 'react';
import { useApi } from '../../api/use-api.ts';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import type { RangeBounds } from '../../navigation/use-bounds.ts';

/** People with an event, or events. */
export type Counted = 'people' | 'events';

export interface Activity {
  /** Of the whole range: somebody who came on two days is one person. */
  readonly total: number;
  readonly points: readonly { readonly atMs: number; readonly value: number }[];
}

/** How many people, or events, there were in the range, in each bucket of it, and in the period before. */
export function useActivity(counted: Counted, { from, to, before, range }: RangeBounds) {
  const result = useApi('/v1/insights/activity', { query: { from, to, interval: intervalOfRange(range) } });
  const earlier = useApi('/v1/insights/activity', { query: before });
  const { data } = result;
  const activity = useMemo((): Activity | undefined => {
    if (data === undefined) return undefined;
    const points = (data.series ?? []).map((point) => ({ atMs: Date.parse(point.at), value: point[counted] }));
    return { total: data[counted], points };
  }, [data, counted]);
  return { result, activity, before: earlier.data?.[counted] };
}
