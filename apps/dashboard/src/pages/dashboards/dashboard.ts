import type { Wire } from '@lamppost/protocol';
import { describeInsight } from '../../insights/describe-insight.ts';
import { insightOfQuery } from '../../insights/query/insight-of-query.ts';
import type { PlacedItem } from './grid/grid-layout.ts';

export type Dashboard = Wire['DashboardAnswer']['data'];
export type DashboardSummary = Wire['DashboardsAnswer']['data'][number];
export type Widget = Wire['WidgetRow'];
export type WidgetQuery = Widget['query'];
export type WidgetViz = Widget['viz'];

export const MAX_NAME_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 500;

/** A widget that was made without a name is called after what it asks. */
export const nameOfWidget = ({ name, query, viz }: Pick<Widget, 'name' | 'query' | 'viz'>): string =>
  name.trim() === '' ? describeInsight(insightOfQuery(query, viz)).slice(0, MAX_NAME_LENGTH) : name;

export const placedItems = (widgets: readonly Widget[]): readonly PlacedItem[] =>
  widgets.map(({ id, position }) => ({ id, ...position }));
