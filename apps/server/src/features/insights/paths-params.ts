import { type CompleteInsightQuery, eventNames } from '@lamppost/protocol';
import type { InsightParams } from './queries/insight-params.ts';
import type { PathsParams } from './queries/paths.ts';

/** What paths ask for beside what every insight does. */
export function pathsParams(
  query: Extract<CompleteInsightQuery, { kind: 'paths' }>,
): Omit<PathsParams, keyof InsightParams> {
  const [startEvents, endEvents] = [eventNames(query.startEvent ?? null), eventNames(query.endEvent ?? null)];
  const { depth, excludeEvents = [], hideSystemEvents = false, nodeProperty, groups = [] } = query;
  return {
    ...(startEvents && { startEvents }),
    ...(endEvents && { endEvents }),
    depth,
    excludeEvents,
    hideSystemEvents,
    ...(nodeProperty === undefined ? {} : { nodeField: nodeProperty }),
    groups,
  };
}
