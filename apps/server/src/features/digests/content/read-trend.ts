import { insightFields, SECOND_MS, type TrendLine } from '@lamppost/protocol';
import type { DigestFrequency } from '../digest-schedule.ts';
import type { Chart } from '../pictures/chart.ts';
import { type BlockContent, cutText, type Figure, MAX_ROWS } from './block.ts';
import type { FigureUnit } from './format-figure.ts';
import { bucketLabel } from './period-words.ts';
import { isPersonalField, withoutPerson } from './personal-data.ts';
import { intervalOf, type QueryOf, rangesOf, type WidgetReading, wordOf } from './widget-reading.ts';

const MAX_LINES = 8;

/** Numbers are of the whole period, because people of its hours cannot be added up; the line is of its hours or days. */
export async function readTrend(stored: QueryOf<'timeseries'>, reading: WidgetReading): Promise<BlockContent> {
  const { query, note } = withoutPeople(stored);
  const { cumulative: _, movingAverage: __, ...whole } = query;
  const range = rangesOf(reading.period).now;
  const compare = 'previous_period' as const;
  const total = await reading.run({ ...whole, range, interval: 'total', compare });
  const { unit, factor } = unitOf(query);
  const scaled = (value: number | undefined): number | null => (value === undefined ? null : value * factor);
  const isAlone = query.event !== undefined && query.breakdownProperty === undefined && query.breakdowns === undefined;
  const isPlain = breakdownsOf(query).every((field) => PLAIN.has(field));
  const nameOf = (line: TrendLine): string =>
    isAlone && line.formula === undefined ? aggregationLabel(query.aggregation) : seriesName(line, isPlain);
  const valuesOf = ({ points }: TrendLine): number[] => points.map(({ value }) => value * factor);
  const figures = total.series.map(
    (line, index): Figure => ({
      label: nameOf(line),
      value: scaled(line.points[0]?.value),
      before: scaled(total.compare?.series[index]?.points[0]?.value),
      unit,
    }),
  );
  const notes = [...(note === undefined ? [] : [note]), ...longerNote(query.interval, reading.frequency)];
  const shown = notes.length === 0 ? {} : { note: notes.join(' ') };
  if (figures.length === 0) return { figures, note: 'No data in this period.' };
  const hasBreakdown = query.breakdownProperty !== undefined || query.breakdowns !== undefined;
  const chartType = reading.viz.kind === 'timeseries' ? reading.viz.chartType : 'line';
  if (hasBreakdown || (chartType === 'table' && figures.length > 1)) {
    const rows = figures.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, MAX_ROWS);
    const bars = rows.map(({ label: name, value, before }) => ({ name, value, before }));
    return { figures: rows, chart: { kind: 'bars', unit, rows: bars }, ...shown };
  }
  const interval = intervalOf(reading.frequency);
  const { series, compare: earlier } = await reading.run({ ...query, range, interval, compare });
  const labels = (series[0]?.points ?? []).map(({ bucketIso }) => bucketLabel(bucketIso, interval, reading.timezone));
  const lines = series.slice(0, MAX_LINES).map((line) => ({ name: nameOf(line), values: valuesOf(line) }));
  const [only] = figures;
  const kept = figures.slice(0, MAX_ROWS);
  const before = earlier?.series[0];
  return { figures: kept, chart: chartOf(), ...shown };

  function chartOf(): Chart {
    if (chartType === 'single_metric' && only !== undefined) {
      const values = lines[0]?.values ?? [];
      return { kind: 'number', unit, value: only.value, before: only.before, isMoreBad: false, values };
    }
    if (chartType === 'bar' || chartType === 'stacked_bar') {
      return { kind: 'columns', unit, labels, series: lines };
    }
    const pale = { name: wordOf(reading.frequency), values: before === undefined ? [] : valuesOf(before) };
    return {
      kind: 'line',
      unit,
      labels,
      series: lines,
      ...(lines.length === 1 && before !== undefined ? { before: pale } : {}),
    };
  }
}

/** A breakdown by a personal field would be a list of people: it is left out. */
function withoutPeople(query: QueryOf<'timeseries'>): {
  readonly query: QueryOf<'timeseries'>;
  readonly note?: string;
} {
  const personal = breakdownsOf(query).find(isPersonalField);
  if (personal === undefined) return { query };
  const { breakdownProperty: _, breakdowns: __, breakdownLimit: ___, ...rest } = query;
  return {
    query: rest,
    note: `Digests don't include personal data, so the breakdown by ${cutText(personal)} is left out.`,
  };
}

/** Versions look like addresses of machines; fields of ours that are no ids hold no people. */
const PLAIN: ReadonlySet<string> = new Set(insightFields.filter((field) => !isPersonalField(field)));

const seriesName = ({ name }: TrendLine, isPlain: boolean): string => cutText(isPlain ? name : withoutPerson(name));

const breakdownsOf = ({ breakdownProperty, breakdowns = [] }: QueryOf<'timeseries'>): string[] =>
  [breakdownProperty, ...breakdowns].filter((field) => field !== undefined);

const AGGREGATIONS = {
  count: 'Events',
  persons: 'Users',
  sessions: 'Sessions',
  first_time: 'New users',
  per_person: 'Events per user',
  session_duration: 'Session duration',
  count_distinct: 'Different values',
  sum: 'Sum',
  average: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  p50: 'Median',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
} as const;

/** What different values of a field are. */
const COUNTED: Readonly<Record<string, string>> = {
  user_id: 'Users',
  person_id: 'Users',
  anonymous_id: 'Users',
  device_id: 'Devices',
  session_id: 'Sessions',
};

function aggregationLabel(aggregation: QueryOf<'timeseries'>['aggregation']): string {
  const { kind } = aggregation ?? { kind: 'count' };
  const field = aggregation !== undefined && kind !== 'count' && 'field' in aggregation ? aggregation.field : undefined;
  const counted = kind === 'count_distinct' && typeof field === 'string' ? COUNTED[field] : undefined;
  if (counted !== undefined) return counted;
  return typeof field === 'string'
    ? cutText(`${AGGREGATIONS[kind]} of ${field.replace(/^event_(?:properties|context)\./, '')}`)
    : AGGREGATIONS[kind];
}

/** The store measures sessions in seconds. */
function unitOf({ event, aggregation }: QueryOf<'timeseries'>): { readonly unit: FigureUnit; readonly factor: number } {
  const isDuration = event !== undefined && aggregation?.kind === 'session_duration';
  return isDuration ? { unit: 'ms', factor: SECOND_MS } : { unit: 'number', factor: 1 };
}

/** A widget of weeks says something else in a digest of a day. */
function longerNote(interval: QueryOf<'timeseries'>['interval'], frequency: DigestFrequency): string[] {
  const longer = frequency === 'daily' ? ['week', 'month', 'quarter', 'year'] : ['month', 'quarter', 'year'];
  if (!longer.includes(interval)) return [];
  return [`The widget counts by ${interval}; this is one ${frequency === 'daily' ? 'day' : 'week'}.`];
}
