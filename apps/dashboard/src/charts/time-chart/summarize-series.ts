import type { TimeSeries } from './time-series.ts';

export interface SeriesSummary {
  readonly name: string;
  readonly sum: number;
  readonly average: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly maxAt: number | null;
  readonly first: number | null;
  readonly last: number | null;
}

export function summarizeSeries(series: TimeSeries, times: readonly number[]): SeriesSummary {
  let sum = 0;
  let count = 0;
  let min: number | null = null;
  let max: number | null = null;
  let maxAt: number | null = null;
  let first: number | null = null;
  let last: number | null = null;
  for (const [index, value] of series.values.entries()) {
    if (value === null) continue;
    sum += value;
    count += 1;
    first ??= value;
    last = value;
    if (min === null || value < min) min = value;
    if (max === null || value > max) {
      max = value;
      maxAt = times[index] ?? null;
    }
  }
  return { name: series.name, sum, average: count === 0 ? null : sum / count, min, max, maxAt, first, last };
}

export interface ChartWords {
  readonly label: string;
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (ms: number) => string;
}

const MAX_SERIES = 5;

/** What somebody who looks at the chart would say of it. */
export function chartSentence({ label, times, series, formatValue, formatTime }: ChartWords): string {
  const from = times[0];
  const to = times.at(-1);
  const known = series.map((one) => summarizeSeries(one, times)).filter((summary) => summary.max !== null);
  if (from === undefined || to === undefined || known.length === 0) return `${label}: no data.`;
  const sentences = known.slice(0, MAX_SERIES).map((summary) => {
    const most = `highest ${formatValue(summary.max as number)} on ${formatTime(summary.maxAt as number)}`;
    return `${summary.name}: from ${formatValue(summary.first as number)} to ${formatValue(summary.last as number)}, ${most}.`;
  });
  if (known.length > MAX_SERIES) sentences.push(`And ${known.length - MAX_SERIES} more.`);
  return `${label}, ${formatTime(from)} to ${formatTime(to)}. ${sentences.join(' ')}`;
}
