import { HOUR_MS, type Wire } from '@lamppost/protocol';
import { calendarStart } from '../../../analytics/calendar.ts';
import { type BlockContent, cutText, type Figure, MAX_ROWS } from './block.ts';
import { formatShort } from './format-figure.ts';
import { bucketLabel } from './period-words.ts';
import { isPersonalField, withoutPerson } from './personal-data.ts';
import { type QueryOf, rangeOf, rangesOf, type WidgetReading } from './widget-reading.ts';

const COHORTS = { hour: 8, day: 8, week: 8, month: 6 } as const;
const LIFECYCLE_UNITS = 8;
const WEEK_DAYS = 7;

export async function readFunnel(stored: QueryOf<'funnel'>, reading: WidgetReading): Promise<BlockContent> {
  const { view: _, correlate: __, breakdownProperty: ___, ...query } = stored;
  const ranges = rangesOf(reading.period);
  const now = await reading.run({ ...query, range: ranges.now });
  const before = await reading.run({ ...query, range: ranges.before });
  if ('view' in now || 'view' in before) throw new Error('A funnel without a view has steps.');
  const first = now.steps[0];
  return {
    figures: [
      {
        label: 'Conversion',
        value: first?.count ? now.overallConversion : null,
        before: before.steps[0]?.count ? before.overallConversion : null,
        unit: 'percent',
      },
      {
        label: `Entered: ${cutText(first?.event ?? '')}`,
        value: first?.count ?? null,
        before: before.steps[0]?.count ?? null,
        unit: 'number',
      },
    ],
    chart: {
      kind: 'funnel',
      steps: now.steps.map(({ event, count, percentage }, index) => ({
        name: cutText(event),
        count,
        percentage,
        before: before.steps[0]?.count ? (before.steps[index]?.percentage ?? null) : null,
      })),
    },
  };
}

/** A day or a week has no retention of its own: the cohorts are those of the last periods until its end. */
export async function readRetention(stored: QueryOf<'retention'>, reading: WidgetReading): Promise<BlockContent> {
  const { breakdownProperty: _, ...query } = stored;
  const interval = query.interval ?? 'week';
  const cohorts = COHORTS[interval];
  const startOf = (units: number): number =>
    interval === 'hour'
      ? reading.period.toMs + units * HOUR_MS
      : calendarStart(reading.period.toMs, interval, reading.timezone, units);
  const now = await reading.run({ ...query, interval, range: rangeOf(startOf(-cohorts), reading.period.toMs) });
  const before = await reading.run({ ...query, interval, range: rangeOf(startOf(-cohorts - 1), startOf(-1)) });
  // Columns in which nothing is over yet are left out.
  const known = now.cohorts.map(({ retention }) => retention.findLastIndex((percent) => percent !== null) + 1);
  const width = Math.min(cohorts, Math.max(0, ...known));
  const rows = now.cohorts.slice(-cohorts).map(({ period, size, retention }) => ({
    name: bucketLabel(period, interval, reading.timezone),
    size,
    cells: retention.slice(0, width),
  }));
  const word = `${interval[0]?.toUpperCase()}${interval.slice(1)}`;
  return {
    figures: [
      {
        label: `Back after 1 ${interval}`,
        value: now.curve[1] ?? null,
        before: before.curve[1] ?? null,
        unit: 'percent',
      },
    ],
    note: `Cohorts of the last ${cohorts} ${interval}s.`,
    chart: {
      kind: 'retention',
      headers: Array.from({ length: width }, (_, index) => (index === 0 ? `${word} 0` : String(index))),
      rows,
    },
  };
}

export async function readLifecycle(query: QueryOf<'lifecycle'>, reading: WidgetReading): Promise<BlockContent> {
  const interval = reading.frequency === 'daily' ? 'day' : 'week';
  const fromMs = calendarStart(reading.period.fromMs, interval, reading.timezone, 1 - LIFECYCLE_UNITS);
  const { series } = await reading.run({ ...query, interval, range: rangeOf(fromMs, reading.period.toMs) });
  const figures = series.map(
    ({ state, points }): Figure => ({
      label: `${state[0]?.toUpperCase()}${state.slice(1)}`,
      value: points.at(-1)?.value ?? null,
      before: points.at(-2)?.value ?? null,
      unit: 'number',
      isMoreBad: state === 'dormant',
    }),
  );
  const labels = (series[0]?.points ?? []).map(({ bucketIso }) => bucketLabel(bucketIso, interval, reading.timezone));
  const columns = series.map(({ state, points }, index) => ({
    name: figures[index]?.label ?? state,
    values: points.map(({ value }) => (state === 'dormant' ? -value : value)),
  }));
  return { figures, chart: { kind: 'columns', unit: 'number', labels, series: columns } };
}

/** On how many days of the last seven. */
export async function readStickiness(query: QueryOf<'stickiness'>, reading: WidgetReading): Promise<BlockContent> {
  const { toMs } = reading.period;
  const startOf = (days: number): number => calendarStart(toMs, 'day', reading.timezone, days);
  const ask = (fromMs: number, untilMs: number) =>
    reading.run({ ...query, interval: 'day', range: rangeOf(fromMs, untilMs) });
  const now = await ask(startOf(-WEEK_DAYS), toMs);
  const before = await ask(startOf(-2 * WEEK_DAYS), startOf(-WEEK_DAYS));
  const users = ({ points }: Wire['StickinessResult']): number => points.reduce((sum, { persons }) => sum + persons, 0);
  const average = (result: Wire['StickinessResult']): number | null => {
    const all = users(result);
    return all === 0 ? null : result.points.reduce((sum, { periods, persons }) => sum + periods * persons, 0) / all;
  };
  return {
    figures: [
      { label: 'Users', value: users(now), before: users(before), unit: 'number' },
      { label: 'Average days', value: average(now), before: average(before), unit: 'number' },
    ],
    note: 'Of the last 7 days.',
    chart: {
      kind: 'columns',
      unit: 'number',
      labels: now.points.map(({ periods }) => `${periods} ${periods === 1 ? 'day' : 'days'}`),
      series: [{ name: 'Users', values: now.points.map(({ persons }) => persons) }],
    },
  };
}

export async function readDistribution(query: QueryOf<'distribution'>, reading: WidgetReading): Promise<BlockContent> {
  const ranges = rangesOf(reading.period);
  const now = await reading.run({ ...query, range: ranges.now });
  const before = await reading.run({ ...query, range: ranges.before });
  return {
    figures: [
      { label: 'Median', value: now.p50, before: before.p50, unit: 'number' },
      { label: '90th percentile', value: now.p90, before: before.p90, unit: 'number' },
      { label: 'Events', value: now.count, before: before.count, unit: 'number' },
    ],
    ...(now.bars.length === 0
      ? {}
      : {
          chart: {
            kind: 'columns',
            unit: 'number',
            labels: now.bars.map(({ from }) => formatShort(from)),
            series: [{ name: 'Events', values: now.bars.map(({ count }) => count) }],
          },
        }),
  };
}

/** The most frequent steps. */
export async function readPaths(stored: QueryOf<'paths'>, reading: WidgetReading): Promise<BlockContent> {
  const { nodeProperty, ...rest } = stored;
  const isPersonal = nodeProperty !== undefined && isPersonalField(nodeProperty);
  const query = isPersonal || nodeProperty === undefined ? rest : stored;
  const { nodes, links } = await reading.run({ ...query, range: rangesOf(reading.period).now });
  const names = new Map(nodes.map(({ id, event }) => [id, withoutPerson(event)]));
  const rows = links
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_ROWS)
    .map(({ source, target, count }) => ({
      name: cutText(`${names.get(source)} → ${names.get(target)}`),
      value: count,
      before: null,
    }));
  if (rows.length === 0) return { figures: [], note: 'No data in this period.' };
  const figures = rows.map(({ name: label, value }): Figure => ({ label, value, before: null, unit: 'number' }));
  return { figures, chart: { kind: 'bars', unit: 'number', rows } };
}
