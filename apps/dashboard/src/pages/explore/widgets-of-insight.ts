import type { CompleteInsightQuery, Wire } from '@lamppost/protocol';
import type { Insight } from '../../insights/insight.ts';
import { letterOf } from '../../insights/queries-of-insight.ts';
import { vizOfInsight } from '../../insights/viz-of-insight.ts';

type Position = Wire['WidgetRow']['position'];
export type NewWidget = Pick<Wire['WidgetRow'], 'name' | 'position' | 'query' | 'viz'>;

/** As wide as the templates are: twelve columns, though the API allows more. */
const columns = 12;
const MAX_NAME_LENGTH = 120;
const lowest = 1024;

/** A widget for each query, side by side below what is there already. */
export function widgetsOfInsight(
  insight: Insight,
  queries: readonly CompleteInsightQuery[],
  name: string,
  present: readonly { readonly position: Position }[],
): readonly NewWidget[] {
  const top = present.reduce((bottom, { position }) => Math.max(bottom, position.y + position.h), 0);
  const w = queries.length === 1 && isWide(insight) ? columns : columns / 2;
  const h = 4;
  const perRow = columns / w;
  return queries.map((query, index) => ({
    name: queries.length === 1 ? name : `${name.slice(0, MAX_NAME_LENGTH - 4)} (${letterOf(index)})`,
    position: {
      x: (index % perRow) * w,
      y: Math.min(lowest, top + Math.floor(index / perRow) * h),
      w,
      h,
    },
    query,
    viz: vizOfInsight(insight),
  }));
}

const isWide = ({ kind }: Insight): boolean => kind === 'retention' || kind === 'paths' || kind === 'sql';
