import type { AnyInsight } from '../../../insights/features/any-insight.ts';
import { emptyFeatures, isFeature } from '../../../insights/features/feature-insight.ts';
import { asKind, emptyInsight, type InsightKind } from '../../../insights/insight.ts';
import { insightOfQuery } from '../../../insights/query/insight-of-query.ts';
import { queryOfInsight } from '../../../insights/query/query-of-insight.ts';
import { vizOfInsight } from '../../../insights/viz-of-insight.ts';
import type { TimeRange } from '../../../navigation/time-range.ts';
import type { Widget, WidgetQuery, WidgetViz } from '../dashboard.ts';
import { rangeOfQuery } from '../query-in-range.ts';

/** A widget while it is being written. */
export interface WidgetDraft {
  readonly name: string;
  readonly description: string;
  readonly insight: AnyInsight;
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
    insight: widget === undefined ? emptyInsight('timeseries') : insightOfQuery(widget.query, widget.viz),
    range: (widget === undefined ? undefined : rangeOfQuery(widget.query)) ?? defaultRange,
    yLabel: (viz?.kind === 'timeseries' ? viz.yLabel : undefined) ?? '',
    hasCounts: viz?.kind === 'funnel' ? viz.showCounts : true,
    hasHeat: viz?.kind === 'retention' ? viz.colorScale === 'heatmap' : true,
  };
}

export const withKind = (draft: WidgetDraft, kind: AnyInsight['kind']): WidgetDraft => ({
  ...draft,
  insight: insightOfKind(draft.insight, kind),
});

/** What is asked of events is taken over to another query about events. */
function insightOfKind(insight: AnyInsight, kind: AnyInsight['kind']): AnyInsight {
  if (insight.kind === kind) return insight;
  if (kind in emptyFeatures) return emptyFeatures[kind as keyof typeof emptyFeatures];
  return isFeature(insight) ? emptyInsight(kind as InsightKind) : asKind(insight, kind as InsightKind);
}

export function vizOf({ insight, yLabel, hasCounts, hasHeat }: WidgetDraft): WidgetViz {
  const viz = vizOfInsight(insight);
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
  const ask = queryOfInsight(draft.insight, draft.range);
  if (ask.kind === 'unfinished') return ask;
  if (draft.name.trim() === '') return { kind: 'unfinished', missing: 'Enter a name' };
  const description = draft.description.trim() === '' ? null : draft.description.trim();
  return { kind: 'ready', body: { name: draft.name.trim(), description, query: ask.query, viz: vizOf(draft) } };
}

/** How large a new widget of a kind is, in twelfths of the width and in rows. */
export function sizeOf({ insight }: WidgetDraft, columns: number): { readonly w: number; readonly h: number } {
  const scale = columns / 12;
  const isNumber = 'display' in insight ? insight.display === 'number' : isSingleMetric(insight);
  if (isNumber) return { w: 3 * scale, h: 2 * scale };
  const isWide =
    (insight.kind === 'sql' && (insight.display ?? 'table') === 'table') ||
    insight.kind === 'paths' ||
    insight.kind === 'retention';
  return { w: (isWide ? 12 : 6) * scale, h: 4 * scale };
}

const isSingleMetric = (insight: AnyInsight): boolean =>
  insight.kind === 'timeseries' && insight.chart === 'single_metric';
