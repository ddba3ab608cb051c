import type { TimeRange } from '../../../navigation/time-range.ts';
import { queriesOfQuestion } from '../../../questions/queries-of-question.ts';
import { asKind, emptyQuestion, type Question, type QuestionKind } from '../../../questions/question.ts';
import { questionOfQuery } from '../../../questions/question-of-query.ts';
import { vizOfQuestion } from '../../../questions/viz-of-question.ts';
import type { Widget, WidgetQuery, WidgetViz } from '../dashboard.ts';
import { rangeOfQuery } from '../query-in-range.ts';

/** A widget while it is being written. */
export interface WidgetDraft {
  readonly name: string;
  readonly description: string;
  readonly question: Question;
  readonly range: TimeRange;
  /** Of a chart over time: words at its axis. */
  readonly yLabel: string;
  readonly hasCounts: boolean;
  readonly hasHeat: boolean;
}

const defaultRange: TimeRange = { kind: 'relative', last: '30d' };

export function draftOf(widget: Widget | undefined): WidgetDraft {
  const viz = widget?.viz;
  return {
    name: widget?.name ?? '',
    description: widget?.description ?? '',
    question: widget === undefined ? emptyQuestion('timeseries') : questionOfQuery(widget.query, widget.viz),
    range: (widget === undefined ? undefined : rangeOfQuery(widget.query)) ?? defaultRange,
    yLabel: (viz?.kind === 'timeseries' ? viz.yLabel : undefined) ?? '',
    hasCounts: viz?.kind === 'funnel' ? viz.showCounts : true,
    hasHeat: viz?.kind === 'retention' ? viz.colorScale === 'heatmap' : true,
  };
}

export const withKind = (draft: WidgetDraft, kind: QuestionKind): WidgetDraft => ({
  ...draft,
  question: asKind(draft.question, kind),
});

export function vizOf({ question, yLabel, hasCounts, hasHeat }: WidgetDraft): WidgetViz {
  const viz = vizOfQuestion(question);
  switch (viz.kind) {
    case 'timeseries':
      return yLabel.trim() === '' ? viz : { ...viz, yLabel: yLabel.trim() };
    case 'funnel':
      return { ...viz, showCounts: hasCounts };
    case 'retention':
      return { ...viz, colorScale: hasHeat ? 'heatmap' : 'none' };
    default:
      return viz;
  }
}

export type FinishedDraft =
  | {
      readonly kind: 'ready';
      readonly body: {
        readonly name: string;
        readonly description: string | null;
        readonly query: WidgetQuery;
        readonly viz: WidgetViz;
      };
    }
  | { readonly kind: 'unfinished'; readonly missing: string };

/** What is sent when the draft is saved, or what it still needs. */
export function finish(draft: WidgetDraft): FinishedDraft {
  const asked = queriesOfQuestion(draft.question, draft.range);
  if (asked.kind === 'unfinished') return asked;
  const [query] = asked.queries;
  if (query === undefined) return { kind: 'unfinished', missing: 'Ask something.' };
  if (draft.name.trim() === '') return { kind: 'unfinished', missing: 'Give it a name.' };
  const description = draft.description.trim() === '' ? null : draft.description.trim();
  const stored = query as WidgetQuery;
  return { kind: 'ready', body: { name: draft.name.trim(), description, query: stored, viz: vizOf(draft) } };
}

/** How large a new widget of a kind is, in twelfths of the width and in rows. */
export function sizeOf({ question }: WidgetDraft, columns: number): { readonly w: number; readonly h: number } {
  const scale = columns / 12;
  if (question.kind === 'timeseries' && question.chart === 'single_metric') return { w: 3 * scale, h: 2 * scale };
  const isWide = question.kind === 'sql' || question.kind === 'paths' || question.kind === 'retention';
  return { w: (isWide ? 12 : 6) * scale, h: 4 * scale };
}
