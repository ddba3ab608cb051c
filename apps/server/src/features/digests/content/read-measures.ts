import type { MeasureSeries, Wire } from '@lamppost/protocol';
import type { Chart } from '../pictures/chart.ts';
import { type BlockContent, cutText, type Figure, MAX_ROWS } from './block.ts';
import type { FigureUnit } from './format-figure.ts';
import { bucketLabel } from './period-words.ts';
import { intervalOf, type QueryOf, rangesOf, type WidgetReading, wordOf } from './widget-reading.ts';

type MeasureQuery = QueryOf<'crash_free'> | QueryOf<'crashes'> | QueryOf<'performance'>;

const MAX_LINES = 8;
const UNITS: Readonly<Record<MeasureSeries['unit'], FigureUnit>> = {
  percent: 'percent',
  count: 'number',
  ms: 'ms',
  mb: 'mb',
  score: 'score',
};

/** Crash-free sessions, crashes, and metrics of performance. */
export async function readMeasures(query: MeasureQuery, reading: WidgetReading): Promise<BlockContent> {
  const ranges = rangesOf(reading.period);
  const interval = intervalOf(reading.frequency);
  const ask = (range: Wire['InsightRange']) =>
    reading.run({ ...query, range, interval } as QueryOf<'crashes'>) as Promise<Wire['MeasureResult']>;
  const [now, before] = [await ask(ranges.now), await ask(ranges.before)];
  const isMoreBad = query.kind !== 'crash_free';
  const earlier = new Map(before.series.map((series) => [series.name, series]));
  const series = now.series.slice(0, MAX_ROWS);
  const figures = series.map(
    (each): Figure => ({
      label: cutText(each.name),
      value: each.value,
      // No crash of a kind is none; a metric that was not measured is unknown.
      before: earlier.get(each.name)?.value ?? (query.kind === 'crashes' ? 0 : null),
      unit: UNITS[each.unit],
      isMoreBad,
    }),
  );
  const chart = chartOf();
  return chart === undefined ? { figures, note: 'No data in this period.' } : { figures, chart };

  function chartOf(): Chart | undefined {
    const [first, figure] = [series[0], figures[0]];
    if (first === undefined || figure === undefined) return undefined;
    const display = 'display' in reading.viz ? reading.viz.display : 'line';
    const values = first.points.map(({ value }) => value);
    if (display === 'number') return { kind: 'number', ...figure, isMoreBad, values };
    const units = new Set(figures.map(({ unit }) => unit));
    const isBroken = 'breakdown' in query && query.breakdown !== undefined;
    if (isBroken || first.points.length < 2 || units.size > 1) {
      if (units.size > 1) return undefined;
      const rows = figures.map(({ label: name, value, before: was }) => ({ name, value, before: was }));
      return { kind: 'bars', unit: figure.unit, rows };
    }
    const labels = first.points.map(({ bucketIso }) => bucketLabel(bucketIso, interval, reading.timezone));
    const lines = series.slice(0, MAX_LINES).map(({ points }, index) => ({
      name: figures[index]?.label ?? '',
      values: points.map(({ value }) => value),
    }));
    if (display === 'bar' && query.kind === 'crashes') {
      return { kind: 'columns', unit: figure.unit, labels, series: lines };
    }
    const was = earlier.get(first.name)?.points.map(({ value }) => value);
    const pale = was === undefined ? undefined : { name: wordOf(reading.frequency), values: was };
    return {
      kind: 'line',
      unit: figure.unit,
      labels,
      series: lines,
      ...(lines.length === 1 && pale !== undefined ? { before: pale } : {}),
    };
  }
}
