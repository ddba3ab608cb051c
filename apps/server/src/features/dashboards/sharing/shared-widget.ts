import { type CompleteInsightQuery, knownInsightQuery, type Wire } from '@lamppost/protocol';
import { readInsightQuery } from '../../insights/read-insight-query.ts';
import type { Dashboard, Widget } from '../dashboard-store.ts';

type SharedWidget = Wire['SharedDashboardAnswer']['data']['widgets'][number];

/** What visitors may know of a widget: what is needed to draw it. Filters name people and segments, SQL names anything. */
export function sharedWidget({ id, name, description, position, query: stored, viz }: Widget): SharedWidget {
  const { query } = knownInsightQuery(stored);
  const shown = query.kind === 'sql' ? {} : { query: withoutFilters(query) as Wire['InsightQuery'] };
  return { id, type: query.kind, name, description, position, ...shown, viz };
}

/** A layout may hold anything that whoever made it wanted to remember; of use to visitors is the number of columns. */
export const sharedLayout = ({ columns }: Dashboard['layout']): { readonly columns?: number } =>
  typeof columns === 'number' ? { columns } : {};

/** The query of a widget as the dashboard asks it: a single number says how it has changed. */
export function queryOfWidget({ query: stored, viz }: Widget): CompleteInsightQuery {
  const { query } = knownInsightQuery(stored);
  const isNumber = viz.kind === 'timeseries' && viz.chartType === 'single_metric';
  if (query.kind !== 'timeseries' || !isNumber || query.compare !== undefined) return readInsightQuery(query);
  return readInsightQuery({ ...query, compare: 'previous_period' });
}

/** Filters are always members of this name, also those of series, steps and exclusions. */
function withoutFilters(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFilters);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'filters');
  return Object.fromEntries(members.map(([key, member]) => [key, withoutFilters(member)]));
}
