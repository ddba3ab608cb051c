import { useMemo } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useInsightQuery } from '../../api/use-insight-query.ts';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import type { RangeBounds } from '../../navigation/use-bounds.ts';
import { activitySql, type Counted, readActivity, totalSql } from './activity-sql.ts';

/** How many people, or events, there were in the range, in each bucket of it, and in the period before. */
export function useActivity(counted: Counted, bounds: RangeBounds) {
  const { timezone } = useEnvironment();
  const interval = intervalOfRange(bounds.range);
  const now = useInsightQuery<'sql'>({ kind: 'sql', sql: activitySql(counted, bounds, interval, timezone) });
  const earlier = useInsightQuery<'sql'>({ kind: 'sql', sql: totalSql(counted, bounds.before) });
  const activity = useMemo(() => (now.data === undefined ? undefined : readActivity(now.data)), [now.data]);
  return {
    result: now,
    activity,
    before: earlier.data === undefined ? undefined : readActivity(earlier.data).total,
  };
}
