import type { Wire } from '@lamppost/protocol';
import { insightOfQuery } from '../../../insights/query/insight-of-query.ts';

export type SharedDashboard = Wire['SharedDashboardAnswer']['data'];
export type SharedWidget = SharedDashboard['widgets'][number];

/** The statement of a SQL widget stays with whoever shared it. */
export const queryOfShared = ({ query }: SharedWidget): Wire['InsightQuery'] => query ?? { kind: 'sql', sql: '' };

export const insightOfShared = (widget: SharedWidget) => insightOfQuery(queryOfShared(widget), widget.viz);

/** Several links, separated by commas, take turns on a wall. They stand behind the #, which browsers send to nobody. */
export function tokensOf(hash: string): readonly string[] {
  return [...new Set(hash.replace(/^#/, '').split(','))].filter((token) => token !== '').slice(0, 20);
}
