import type { Wire } from '@lamppost/protocol';
import type { AlignedSeries } from '../../charts/time-chart/align-series.ts';
import { formatCount } from '../../design/format/format-count.ts';
import type { Display } from '../features/feature-insight.ts';
import { sqlCellText } from './sql-cell.ts';
import { sqlChart } from './sql-chart.ts';
import { isDays, isTimeType } from './sql-time.ts';

type SqlResult = Wire['SqlResult'];

export type SqlDrawing =
  /** `areDays`: the times are days of UTC. */
  | { readonly kind: 'time'; readonly chart: AlignedSeries; readonly areDays: boolean }
  | { readonly kind: 'bars'; readonly header: readonly string[]; readonly rows: readonly SqlBar[] }
  | { readonly kind: 'numbers'; readonly numbers: readonly { readonly name: string; readonly value: number | null }[] }
  | { readonly kind: 'empty' }
  /** What the display needs and the result has not, as a sentence. */
  | { readonly kind: 'misfit'; readonly why: string };

interface SqlBar {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

const MAX_BARS = 100;
const isNumeric = (type: string): boolean => type === 'integer' || type === 'number';
const misfit = (why: string): SqlDrawing => ({ kind: 'misfit', why });
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The rows of a query as a drawing: the first column is where a value stands, every column of numbers after it a series. */
export function sqlDrawing(result: SqlResult, display: Exclude<Display, 'table'>): SqlDrawing {
  if (result.rows.length === 0) return { kind: 'empty' };
  if (display === 'number') return numbersOf(result);
  const [first] = result.columns;
  if (first !== undefined && isTimeType(first.type)) return overTime(result, display);
  if (display === 'line') {
    return misfit(
      `A line chart needs a time in the first column. The type of "${first?.name ?? ''}" is ${first?.type ?? ''}.`,
    );
  }
  return barsOf(result);
}

function numbersOf({ columns, rows }: SqlResult): SqlDrawing {
  const [row = []] = rows;
  if (rows.length > 1)
    return misfit(`A single number needs a single row. The query returned ${formatCount(rows.length, 'row')}.`);
  const numbers = columns.flatMap(({ name, type }, at) =>
    isNumeric(type) ? [{ name, value: numberOf(row[at]) }] : [],
  );
  return numbers.length === 0 ? misfit('A single number needs a numeric column.') : { kind: 'numbers', numbers };
}

function overTime(result: SqlResult, display: 'line' | 'bar'): SqlDrawing {
  const what = display === 'line' ? 'A line chart needs' : 'A bar chart needs';
  if (!result.columns.some(({ type }) => isNumeric(type))) return misfit(`${what} a numeric column.`);
  if (result.rows.length < 2) return misfit(`${what} at least two rows.`);
  const chart = sqlChart(result);
  if (chart === undefined) {
    return misfit(`${what} one row per time, or per time and value of one text column.`);
  }
  return { kind: 'time', chart, areDays: isDays(result, 0) };
}

function barsOf({ columns, rows }: SqlResult): SqlDrawing {
  const values = columns.flatMap(({ type }, at) => (at > 0 && isNumeric(type) ? [at] : []));
  if (values.length === 0) return misfit('A bar chart needs a numeric column after the first column.');
  const names = rows.map(([name]) => sqlCellText(name));
  if (new Set(names).size < names.length) {
    return misfit(`A bar chart needs one row per value of "${columns[0]?.name ?? ''}".`);
  }
  return {
    kind: 'bars',
    header: [columns[0]?.name ?? '', ...values.map((at) => columns[at]?.name ?? '')],
    rows: rows
      .slice(0, MAX_BARS)
      .map((row, index) => ({ name: names[index] ?? '', values: values.map((at) => numberOf(row[at])) })),
  };
}
