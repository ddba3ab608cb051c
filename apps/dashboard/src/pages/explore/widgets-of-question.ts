import type { CompleteInsightQuery, Wire } from '@lamppost/protocol';
import { letterOf } from '../../questions/queries-of-question.ts';
import type { Question } from '../../questions/question.ts';
import { vizOfQuestion } from '../../questions/viz-of-question.ts';

type Position = Wire['WidgetRow']['position'];
export type NewWidget = Pick<Wire['WidgetRow'], 'name' | 'position' | 'query' | 'viz'>;

/** As wide as the templates are: twelve columns, though the API allows more. */
const columns = 12;
const MAX_NAME_LENGTH = 120;
const lowest = 1024;

/** A widget for each query, side by side below what is there already. */
export function widgetsOfQuestion(
  question: Question,
  queries: readonly CompleteInsightQuery[],
  name: string,
  present: readonly { readonly position: Position }[],
): readonly NewWidget[] {
  const top = present.reduce((bottom, { position }) => Math.max(bottom, position.y + position.h), 0);
  const w = queries.length === 1 && isWide(question) ? columns : columns / 2;
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
    viz: vizOfQuestion(question),
  }));
}

const isWide = ({ kind }: Question): boolean => kind === 'retention' || kind === 'paths' || kind === 'sql';
