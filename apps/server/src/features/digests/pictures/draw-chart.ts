import { changeOf, formatFigure, formatShort } from '../content/format-figure.ts';
import { plotOf, valueRange, xOf } from './axis.ts';
import { CHART_WIDTH, type Chart, type ChartSeries } from './chart.ts';
import { drawLegend } from './legend.ts';
import {
  at,
  COLOURS,
  cutMiddle,
  cutToWidth,
  lineAt,
  pathThrough,
  rectAt,
  seriesColour,
  svgOf,
  textAt,
  widthOf,
} from './svg.ts';

type Of<Kind extends Chart['kind']> = Extract<Chart, { kind: Kind }>;

const ROW_HEIGHT = 34;
const MAX_NAME_WIDTH = 250;
const CELL_HEIGHT = 34;
const BEFORE_COLOUR = '#A8AEBB';

/** The chart as an SVG, in the light theme. Pure: the same chart is the same text. */
export function drawChart(chart: Chart): string {
  switch (chart.kind) {
    case 'line':
      return drawLine(chart);
    case 'columns':
      return drawColumns(chart);
    case 'bars':
      return drawBars(chart);
    case 'funnel':
      return drawFunnel(chart);
    case 'retention':
      return drawRetention(chart);
    case 'number':
      return drawNumber(chart);
  }
}

function drawLine({ unit, labels, series, before }: Of<'line'>): string {
  const all = [...series, ...(before === undefined ? [] : [before])];
  const plot = plotOf(labels, valueRange(valuesOf(all), unit), unit, false);
  const pointsOf = ({ values }: ChartSeries) =>
    values.map((value, index) =>
      value === null ? null : ([xOf(index, labels.length, plot.left, plot.right, false), plot.yOf(value)] as const),
    );
  const [only] = series;
  const lines = series.map((each, index) => {
    const points = pointsOf(each);
    const dots = points.flatMap((point, place) => {
      const isAlone = (points[place - 1] ?? null) === null && (points[place + 1] ?? null) === null;
      return point !== null && isAlone ? [dotAt(point, seriesColour(index))] : [];
    });
    return strokeOf(pathThrough(points), seriesColour(index), 2.25) + dots.join('');
  });
  const legend = drawLegend(
    [
      ...(series.length > 1 || before !== undefined
        ? series.map(({ name }, index) => ({ name, colour: seriesColour(index) }))
        : []),
      ...(before === undefined ? [] : [{ name: before.name, colour: BEFORE_COLOUR }]),
    ],
    plot.endY,
  );
  return svgOf(CHART_WIDTH, legend.endY, [
    ...plot.drawn,
    ...(series.length === 1 && only !== undefined ? [areaBelow(pointsOf(only), plot.bottom)] : []),
    ...(before === undefined ? [] : [strokeOf(pathThrough(pointsOf(before)), BEFORE_COLOUR, 2, '5 4')]),
    ...lines,
    ...legend.drawn,
  ]);
}

function drawColumns({ unit, labels, series }: Of<'columns'>): string {
  const tops = labels.map((_, index) => series.reduce((sum, { values }) => sum + Math.max(0, values[index] ?? 0), 0));
  const depths = labels.map((_, index) => series.reduce((sum, { values }) => sum + Math.min(0, values[index] ?? 0), 0));
  const plot = plotOf(labels, valueRange([...depths, ...tops, 0], unit), unit, true);
  const slot = (plot.right - plot.left) / Math.max(1, labels.length);
  const width = Math.min(48, slot * 0.72);
  const columns = labels.flatMap((_, index) => {
    let [above, below] = [0, 0];
    const x = xOf(index, labels.length, plot.left, plot.right, true) - width / 2;
    return series.map(({ values }, place) => {
      const value = values[index] ?? 0;
      const start = value < 0 ? below : above;
      if (value < 0) below += value;
      else above += value;
      const [top, bottom] = [plot.yOf(Math.max(start, start + value)), plot.yOf(Math.min(start, start + value))];
      return rectAt(x, top, width, bottom - top, seriesColour(place), bottom - top > 4 ? 1.5 : 0);
    });
  });
  const items = series.length > 1 ? series.map(({ name }, index) => ({ name, colour: seriesColour(index) })) : [];
  const legend = drawLegend(items, plot.endY);
  const zero = plot.yOf(0);
  return svgOf(CHART_WIDTH, legend.endY, [
    ...plot.drawn,
    ...columns,
    lineAt(plot.left, zero, plot.right, zero, COLOURS.border),
    ...legend.drawn,
  ]);
}

function drawBars({ rows, unit }: Of<'bars'>): string {
  const values = rows.map(({ value }) => formatFigure(value, unit));
  const changes = rows.map(({ value, before }) => changeOf(value, before, unit).text);
  const top = 8;
  const nameWidth = Math.min(MAX_NAME_WIDTH, Math.max(...rows.map(({ name }) => widthOf(name)), 60));
  const changeWidth = Math.ceil(Math.max(0, ...changes.map((text) => widthOf(text, 13))));
  const valueWidth = Math.ceil(Math.max(...values.map((text) => widthOf(text)), 10));
  const changeX = CHART_WIDTH - 4;
  const valueX = changeX - (changeWidth === 0 ? 0 : changeWidth + 12);
  const left = nameWidth + 12;
  const room = valueX - valueWidth - 12 - left;
  const greatest = Math.max(...rows.flatMap(({ value, before }) => [value ?? 0, before ?? 0]), 0) || 1;
  const drawn = rows.flatMap(({ name, value, before }, index) => {
    const y = top + index * ROW_HEIGHT;
    const middle = y + ROW_HEIGHT / 2 + 5;
    const mark =
      before === null ? [] : [rectAt(left + (Math.max(0, before) / greatest) * room - 1, y + 5, 2, 24, BEFORE_COLOUR)];
    return [
      textAt(0, middle, cutMiddle(name, nameWidth), { colour: COLOURS.text }),
      rectAt(left, y + 8, room, 18, COLOURS.track, 3),
      rectAt(left, y + 8, (Math.max(0, value ?? 0) / greatest) * room, 18, seriesColour(0), 3),
      ...mark,
      textAt(valueX, middle, values[index] ?? '', { anchor: 'end', colour: COLOURS.text, isBold: true }),
      textAt(changeX, middle, changes[index] ?? '', { anchor: 'end', size: 13 }),
    ];
  });
  const end = top + rows.length * ROW_HEIGHT;
  const hasBefore = rows.some(({ before }) => before !== null);
  const legend = drawLegend(hasBefore ? [{ name: 'Period before', colour: BEFORE_COLOUR }] : [], end);
  return svgOf(CHART_WIDTH, legend.endY + (hasBefore ? 0 : 8), [...drawn, ...legend.drawn]);
}

function drawFunnel({ steps }: Of<'funnel'>): string {
  const [rowHeight, top] = [58, 4];
  const drawn = steps.flatMap(({ name, count, percentage, before }, index) => {
    const y = top + index * rowHeight;
    const figures = `${formatFigure(count)}  ·  ${formatShort(percentage, 'percent')}`;
    const room = CHART_WIDTH - widthOf(figures) - 24;
    const mark =
      before === null
        ? []
        : [rectAt(Math.min(CHART_WIDTH - 2, (before / 100) * CHART_WIDTH - 1), y + 23, 2, 26, BEFORE_COLOUR)];
    return [
      textAt(0, y + 17, cutToWidth(`${index + 1}  ${name}`, room), { colour: COLOURS.text, isBold: true }),
      textAt(CHART_WIDTH - 2, y + 17, figures, { anchor: 'end', colour: COLOURS.text }),
      rectAt(0, y + 26, CHART_WIDTH, 20, COLOURS.track, 3),
      rectAt(0, y + 26, (percentage / 100) * CHART_WIDTH, 20, seriesColour(0), 3),
      ...mark,
    ];
  });
  const hasBefore = steps.some(({ before }) => before !== null);
  const legend = drawLegend(
    hasBefore ? [{ name: 'Period before', colour: BEFORE_COLOUR }] : [],
    top + steps.length * rowHeight - 6,
  );
  return svgOf(CHART_WIDTH, legend.endY, [...drawn, ...legend.drawn]);
}

function drawRetention({ headers, rows }: Of<'retention'>): string {
  const [nameWidth, sizeWidth, top] = [78, 58, 30];
  const left = nameWidth + sizeWidth + 10;
  const width = (CHART_WIDTH - left) / Math.max(1, headers.length);
  const size = width < 46 ? 12 : 13;
  const head = headers.map((header, index) =>
    textAt(left + (index + 0.5) * width, 18, header, { anchor: 'middle', size: 13 }),
  );
  const drawn = rows.flatMap((row, index) => {
    const y = top + index * CELL_HEIGHT;
    const middle = y + CELL_HEIGHT / 2 + 5;
    const cells = row.cells.flatMap((percent, place) => {
      if (percent === null) return [];
      const share = Math.min(100, Math.max(0, percent)) / 100;
      const cell = rectAt(left + place * width, y + 1, width - 2, CELL_HEIGHT - 2, heat(share), 2);
      const colour = share > 0.45 ? '#FFFFFF' : COLOURS.text;
      const text = `${Math.round(percent)}${width < 40 ? '' : '\u202f%'}`;
      return [cell, textAt(left + (place + 0.5) * width - 1, middle, text, { anchor: 'middle', colour, size })];
    });
    return [
      textAt(0, middle, cutToWidth(row.name, nameWidth, 13), { colour: COLOURS.text, size: 13 }),
      textAt(nameWidth + sizeWidth, middle, formatShort(row.size), { anchor: 'end', size: 13 }),
      ...cells,
    ];
  });
  const title = textAt(nameWidth + sizeWidth, 18, 'Users', { anchor: 'end', size: 13 });
  return svgOf(CHART_WIDTH, top + rows.length * CELL_HEIGHT + 6, [title, ...head, ...drawn]);
}

function drawNumber({ value, before, unit, isMoreBad, values }: Of<'number'>): string {
  const height = 116;
  const text = formatFigure(value, unit);
  const { direction, text: change } = changeOf(value, before, unit);
  const isGood = (direction === 'up') !== isMoreBad;
  const colour = direction === 'up' || direction === 'down' ? (isGood ? COLOURS.good : COLOURS.bad) : COLOURS.muted;
  const words = before === null ? '' : `from ${formatFigure(before, unit)}`;
  const left = Math.max(240, 16 + widthOf(text, 46) + 24);
  const { min, max } = valueRange(values, unit);
  const points = values.map((each, index) =>
    each === null
      ? null
      : ([
          xOf(index, values.length, left, CHART_WIDTH - 8, false),
          98 - ((each - min) / (max - min || 1)) * 76,
        ] as const),
  );
  const hasLine = values.length > 1;
  return svgOf(CHART_WIDTH, height, [
    textAt(0, 56, text, { size: 46, colour: COLOURS.text, isBold: true }),
    textAt(0, 92, change, { size: 16, colour, isBold: true }),
    textAt(change === '' ? 0 : widthOf(change, 16) + 14, 92, words, { size: 16 }),
    ...(hasLine ? [areaBelow(points, 98), strokeOf(pathThrough(points), seriesColour(0), 2.25)] : []),
  ]);
}

const valuesOf = (series: readonly ChartSeries[]): (number | null)[] => series.flatMap(({ values }) => values);

const strokeOf = (path: string, colour: string, width: number, dashes?: string): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"${dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`}/>`;

const dotAt = ([x, y]: readonly [number, number], colour: string): string =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="3.5" fill="${colour}"/>`;

/** Pale, below each stretch of the line. */
function areaBelow(points: readonly (readonly [number, number] | null)[], bottom: number): string {
  const stretches: (readonly [number, number])[][] = [[]];
  for (const point of points) {
    if (point === null) stretches.push([]);
    else stretches.at(-1)?.push(point);
  }
  const areas = stretches.flatMap((stretch) => {
    const [first, last] = [stretch[0], stretch.at(-1)];
    if (first === undefined || last === undefined || stretch.length < 2) return [];
    return [`${pathThrough(stretch)}L${at(last[0])} ${at(bottom)}L${at(first[0])} ${at(bottom)}Z`];
  });
  return areas.length === 0 ? '' : `<path d="${areas.join('')}" fill="${seriesColour(0)}" fill-opacity="0.08"/>`;
}

/** From nearly white to the colour of the first series. */
function heat(share: number): string {
  const [from, to] = [
    [0xee, 0xf3, 0xfe],
    [0x1d, 0x4e, 0xd8],
  ] as const;
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * Math.min(1, share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
