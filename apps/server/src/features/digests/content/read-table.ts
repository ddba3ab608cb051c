import type { Wire } from '@lamppost/protocol';
import type { Chart } from '../pictures/chart.ts';
import { type BlockContent, cutText, type Figure, MAX_ROWS } from './block.ts';
import { formatFigure, formatShort } from './format-figure.ts';
import { HIDDEN, isPersonalField, withoutPerson } from './personal-data.ts';

const MAX_COLUMNS = 6;
const MAX_POINTS = 60;
const MAX_LINES = 8;

/** The rows of a statement. Columns that identify people are hidden, and so are values that look like an identity. */
export function readSqlRows({ columns, rows, truncated }: Wire['SqlResult'], viz: Wire['WidgetViz']): BlockContent {
  const display = viz.kind === 'sql' ? (viz.display ?? 'table') : 'table';
  if (rows.length === 0) return { figures: [], note: 'The query returned no rows.' };
  const isHidden = columns.map(({ name }) => isPersonalField(name));
  const numberAt = (row: readonly unknown[], place: number): number | null => {
    const cell = row[place];
    const value = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell;
    return typeof value === 'number' && Number.isFinite(value) && isHidden[place] !== true ? value : null;
  };
  const numeric = columns.flatMap((_, place) =>
    rows.length > 0 && rows.every((row) => row[place] === null || numberAt(row, place) !== null) ? [place] : [],
  );
  const textAt = (row: readonly unknown[], place: number): string =>
    isHidden[place] === true ? HIDDEN : cellText(row[place]);
  if (display === 'number' && rows[0] !== undefined) {
    const place = numeric[0] ?? 0;
    const label = cutText(columns[place]?.name ?? 'Value');
    return { figures: [{ label, value: numberAt(rows[0], place), before: null, unit: 'number' }] };
  }
  const drawn = numeric.filter((place) => place > 0).slice(0, MAX_LINES);
  if ((display === 'line' || display === 'bar') && drawn.length > 0) {
    const chart = chartOf(drawn);
    return { figures: figuresOf(chart), chart };
  }
  const shown = columns.slice(0, MAX_COLUMNS);
  const left = [
    ...(rows.length > MAX_ROWS || truncated ? [`the first ${MAX_ROWS} rows`] : []),
    ...(columns.length > MAX_COLUMNS ? [`the first ${MAX_COLUMNS} columns`] : []),
  ];
  const texts = rows.slice(0, MAX_ROWS).map((row) => shown.map((_, place) => textAt(row, place)));
  if (texts.every((cells) => cells.every((cell) => cell === HIDDEN || cell === ''))) {
    return { figures: [], note: 'This table identifies people, so its rows are not included.' };
  }
  return {
    figures: [],
    table: { columns: shown.map(({ name }) => cutText(name)), rows: texts },
    ...(left.length === 0 ? {} : { note: `Shown: ${left.join(', ')}.` }),
  };

  function chartOf(places: readonly number[]): Chart {
    const kept = rows.slice(0, MAX_POINTS);
    const [first] = places;
    if (display === 'bar' && places.length === 1 && first !== undefined) {
      const bars = kept
        .slice(0, MAX_ROWS)
        .map((row) => ({ name: textAt(row, 0), value: numberAt(row, first), before: null }));
      return { kind: 'bars', unit: 'number', rows: bars };
    }
    return {
      kind: display === 'bar' ? 'columns' : 'line',
      unit: 'number',
      labels: kept.map((row) => textAt(row, 0).slice(0, 16)),
      series: places.map((place) => ({
        name: cutText(columns[place]?.name ?? ''),
        values: kept.map((row) => numberAt(row, place)),
      })),
    };
  }
}

/** What the picture shows, for those who do not see it: its bars, or where its lines end. */
function figuresOf(chart: Chart): Figure[] {
  const figure = (label: string, value: number | null): Figure => ({ label, value, before: null, unit: 'number' });
  if (chart.kind === 'bars') return chart.rows.map(({ name, value }) => figure(name, value));
  if (chart.kind !== 'line' && chart.kind !== 'columns') return [];
  return chart.series.map(({ name, values }) => figure(`${name}, ${chart.labels.at(-1)}`, values.at(-1) ?? null));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return formatFigure(cell);
  return cutText(withoutPerson(typeof cell === 'string' ? cell : JSON.stringify(cell)));
}

export function readLift({ experiment, metric, variants }: Wire['ExperimentLiftResult']): BlockContent {
  if (experiment === null) return { figures: [], note: 'No experiment is running or completed.' };
  const isShare = metric?.unitOfValue === 'share';
  return {
    figures: [],
    note: cutText(`${experiment.name}: `) + ` ${experiment.verdict}`.slice(0, 400),
    table: {
      columns: ['Variant', 'Users', metric === null ? 'Value' : cutText(metric.name), 'Lift'],
      rows: variants
        .slice(0, MAX_ROWS)
        .map(({ key, isControl, units, value, lift, interval }) => [
          cutText(key),
          formatFigure(units),
          value === null ? '' : isShare ? formatShort(value * 100, 'percent') : formatFigure(value),
          isControl || lift === null ? '' : liftWords(lift, interval),
        ]),
    },
  };
}

function liftWords(lift: number, interval: readonly [number, number] | null): string {
  const percent = (share: number): string => `${share > 0 ? '+' : ''}${formatShort(share * 100, 'percent')}`;
  return interval === null ? percent(lift) : `${percent(lift)} (${percent(interval[0])} to ${percent(interval[1])})`;
}
