import type { Wire } from '@lamppost/protocol';
import type { PlacedItem } from './grid/grid-layout.ts';

export type Dashboard = Wire['DashboardAnswer']['data'];
export type DashboardSummary = Wire['DashboardsAnswer']['data'][number];
export type Widget = Wire['WidgetRow'];
export type WidgetQuery = Widget['query'];
export type WidgetViz = Widget['viz'];

export const LONGEST_NAME = 120;
export const LONGEST_DESCRIPTION = 500;

export const placedItems = (widgets: readonly Widget[]): readonly PlacedItem[] =>
  widgets.map(({ id, position }) => ({ id, ...position }));
