import type { Wire } from '@lamppost/protocol';
import type { Insight } from '../../insights/insight.ts';
import { vizOfInsight } from '../../insights/viz-of-insight.ts';

type Position = Wire['WidgetRow']['position'];
export type NewWidget = Pick<Wire['WidgetRow'], 'name' | 'position' | 'query' | 'viz'>;

/** As wide as the templates are: twelve columns, though the API allows more. */
const columns = 12;
const lowest = 1024;

/** A widget below what is there already. */
export function widgetOfInsight(
  insight: Insight,
  query: Wire['InsightQuery'],
  name: string,
  present: readonly { readonly position: Position }[],
): NewWidget {
  const top = present.reduce((bottom, { position }) => Math.max(bottom, position.y + position.h), 0);
  const w = isWide(insight) ? columns : columns / 2;
  return { name, position: { x: 0, y: Math.min(lowest, top), w, h: 4 }, query, viz: vizOfInsight(insight) };
}

const isWide = ({ kind }: Insight): boolean => kind === 'retention' || kind === 'paths' || kind === 'sql';
