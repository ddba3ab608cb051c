import { useRef } from 'react';
import { formatPercent } from '../../design/format/format-number.ts';
import { useElementWidth } from '../../design/layout/use-element-width.ts';
import { ChartFigure } from '../chart-figure.tsx';
import { ChartLegend } from '../chart-legend.tsx';
import { useSeriesColour } from '../series-colours.tsx';
import styles from './curve-chart.module.css';

interface Curve {
  readonly name: string;
  /** Percents 0 to 100, place by place; null: not known yet. */
  readonly values: readonly (number | null)[];
}

export interface CurveChartProps {
  readonly label: string;
  readonly curves: readonly Curve[];
  /** What a place is called: "Week 3". */
  readonly nameOf: (place: number) => string;
  readonly height?: number | undefined;
  /** Somebody wants to see what is behind a point. */
  readonly onPoint?: ((name: string, place: number) => void) | undefined;
}

const LEFT = 44;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 22;
const levels = [0, 25, 50, 75, 100];
const noneHidden: ReadonlySet<string> = new Set();

/** Shares over periods that count from a beginning. */
export function CurveChart({ label, curves, nameOf, height = 180, onPoint }: CurveChartProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(boxRef);
  const seriesColour = useSeriesColour(curves.map(({ name }) => name));
  const places = Math.max(0, ...curves.map(({ values }) => values.length));
  const x = (place: number) => LEFT + (place / Math.max(1, places - 1)) * Math.max(0, width - LEFT - RIGHT);
  const y = (percent: number) => TOP + (1 - percent / 100) * (height - TOP - BOTTOM);
  const every = Math.max(1, Math.ceil(places / Math.max(2, Math.floor(width / 76))));
  const all = Array.from({ length: places }, (_, place) => place);
  return (
    <ChartFigure
      label={label}
      summary={curves
        .map(({ name, values }) => `${name}: ${formatPercent(values[1] ?? null)} at ${nameOf(1)}`)
        .join('. ')}
      table={{
        header: ['', ...all.map(nameOf)],
        rows: curves.map(({ name, values }) => [name, ...all.map((place) => values[place] ?? null)]),
      }}
      legend={
        curves.length > 1 ? (
          <ChartLegend
            items={curves.map(({ name }) => ({ name, colour: seriesColour(name) }))}
            hidden={noneHidden}
            onChange={() => undefined}
          />
        ) : undefined
      }
    >
      <div ref={boxRef} className={styles.box} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {levels.map((level) => (
              <g key={level}>
                <line className={styles.grid} x1={LEFT} x2={width - RIGHT} y1={y(level)} y2={y(level)} />
                <text className={styles.tick} x={LEFT - 8} y={y(level) + 4} textAnchor="end">
                  {formatPercent(level)}
                </text>
              </g>
            ))}
            {all
              .filter((place) => place % every === 0)
              .map((place) => (
                <text key={place} className={styles.tick} x={x(place)} y={height - 4} textAnchor="middle">
                  {nameOf(place)}
                </text>
              ))}
            {curves.map(({ name, values }) => (
              <g key={name} style={{ color: seriesColour(name) }}>
                <polyline className={styles.line} points={pointsOf(values, x, y)} />
                {values.map((value, place) =>
                  value === null ? null : (
                    <circle
                      // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
                      key={place}
                      className={styles.point}
                      cx={x(place)}
                      cy={y(value)}
                      r={4}
                      data-hint={`${name}, ${nameOf(place)}: ${formatPercent(value)}`}
                    />
                  ),
                )}
              </g>
            ))}
          </svg>
        )}
        {width > 0 &&
          onPoint !== undefined &&
          curves.flatMap(({ name, values }) =>
            values.map((value, place) => {
              if (value === null || value === 0) return null;
              const words = `${name}, ${nameOf(place)}: ${formatPercent(value)}`;
              return (
                <button
                  key={`${name} ${nameOf(place)}`}
                  type="button"
                  className={styles.hit}
                  style={{ left: x(place), top: y(value) }}
                  aria-label={`List people: ${words}`}
                  data-hint={words}
                  onClick={() => onPoint(name, place)}
                />
              );
            }),
          )}
      </div>
    </ChartFigure>
  );
}

const pointsOf = (
  values: readonly (number | null)[],
  x: (place: number) => number,
  y: (percent: number) => number,
): string => values.flatMap((value, place) => (value === null ? [] : `${x(place)},${y(value)}`)).join(' ');
