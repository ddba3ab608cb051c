import type { TrendLine } from '@lamppost/protocol';
import type { FlatInsight } from '../flatten/flat-insight.ts';
import type { ExportColumn } from '../queries/export-file.ts';
import { breakdownFields, type TimeseriesQuery } from './trend-series.ts';

/** A result in wire form, as far as a table needs it. */
interface FlattenedTrend {
  readonly series: readonly TrendLine[];
  readonly compare?: { readonly series: readonly TrendLine[] };
}

type Cell = string | number | null;

/** A row for each point. Which columns there are depends on what was asked, not on what was found. */
export function flattenTrend(resultJson: string, query: TimeseriesQuery): FlatInsight {
  const { series, compare } = JSON.parse(resultJson) as FlattenedTrend;
  const hasLetters = query.series !== undefined || query.formulas !== undefined;
  const fieldCount = hasLetters || query.breakdowns !== undefined ? breakdownFields(query).length : 0;
  const isCompared = query.compare !== undefined;
  const values = Array.from({ length: fieldCount }, (_, at) => at);
  return {
    columns: [
      { name: 'bucket', type: 'timestamp' },
      { name: 'series', type: 'text' },
      ...(hasLetters ? [{ name: 'letter', type: 'text' } as const] : []),
      ...values.map((at): ExportColumn => ({ name: `breakdown_${at + 1}`, type: 'text' })),
      { name: 'value', type: 'number' },
      ...(isCompared
        ? [{ name: 'compared_bucket', type: 'timestamp' } as const, { name: 'compared_value', type: 'number' } as const]
        : []),
    ],
    rows: series.flatMap(({ name, series: letter, breakdown, points }, line) =>
      points.map(({ bucketIso, value }, at): readonly Cell[] => {
        const before = compare?.series[line]?.points[at];
        return [
          Date.parse(bucketIso),
          name,
          ...(hasLetters ? [letter ?? null] : []),
          ...values.map((field) => breakdown?.[field] ?? null),
          value,
          ...(isCompared ? [before === undefined ? null : Date.parse(before.bucketIso), before?.value ?? null] : []),
        ];
      }),
    ),
  };
}
