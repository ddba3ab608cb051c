import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { formatPercent } from '../design/format/format-number.ts';
import { useElementWidth } from '../design/layout/use-element-width.ts';
import { ChartFigure } from './chart-figure.tsx';
import type { Interval } from './interval.ts';
import { intervalAxis, intervalTone, intervalWords } from './interval-axis.ts';
import styles from './interval-plot.module.css';

export interface IntervalPlotProps {
  readonly label: string;
  /** All on one axis, so that they can be compared. */
  readonly intervals: readonly Interval[];
  /** A given axis, for several plots that stand below one another, such as in a table. */
  readonly domain?: readonly [number, number] | undefined;
  readonly formatValue?: ((value: number) => string) | undefined;
  /** Without names, axis and menu: one cell of a table. */
  readonly isCell?: boolean | undefined;
}

const ROW_PX = 28;
const AXIS_PX = 24;
const PX_PER_TICK = 80;

/** A value of the axis, in percent. */
const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatPercent(Math.abs(value))}`;

const axisScale = (domain: readonly [number, number], width: number) =>
  scaleLinear(domain, [8, Math.max(9, width - 8)]).clamp(true);

export interface IntervalScaleProps {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly formatValue?: ((value: number) => string) | undefined;
}

/** The axis of cells that stand below one another, such as in the head of a table. */
export function IntervalScale({ domain, ticks, formatValue = signed }: IntervalScaleProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(boxRef);
  const x = axisScale(domain, width);
  return (
    <div ref={boxRef} className={styles.scale} aria-hidden>
      {width > 0 && (
        <svg width={width} height={16} aria-hidden>
          {ticks.map((tick) => (
            <text key={tick} className={styles.tick} x={x(tick)} y={12} textAnchor={anchorOf(x(tick), width)}>
              {formatValue(tick)}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}

export function IntervalPlot(props: IntervalPlotProps) {
  const { label, intervals, formatValue = signed, isCell = false } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(boxRef);
  const axis = intervalAxis(intervals, props.domain, Math.max(2, Math.floor(width / PX_PER_TICK)));
  const height = intervals.length * ROW_PX + (isCell ? 0 : AXIS_PX);
  const x = axisScale(axis.domain, width);
  const drawing = (
    <div className={styles.plot}>
      {!isCell && (
        <ul className={styles.names}>
          {intervals.map((interval) => (
            <li key={interval.name} className={styles.name} title={interval.name}>
              <bdi>{interval.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div ref={boxRef} className={styles.box} style={{ height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={intervals.map((interval) => intervalWords(interval, formatValue)).join(' ')}
          >
            {!isCell &&
              axis.ticks.map((tick) => (
                <g key={tick}>
                  <line className={styles.grid} x1={x(tick)} x2={x(tick)} y1={0} y2={height - AXIS_PX} />
                  <text className={styles.tick} x={x(tick)} y={height - 8} textAnchor={anchorOf(x(tick), width)}>
                    {formatValue(tick)}
                  </text>
                </g>
              ))}
            <line className={styles.zero} x1={x(0)} x2={x(0)} y1={0} y2={intervals.length * ROW_PX} />
            {intervals.map((interval, row) => (
              <IntervalMark
                key={interval.name}
                interval={interval}
                x={x}
                domain={axis.domain}
                y={row * ROW_PX + ROW_PX / 2}
                formatValue={formatValue}
              />
            ))}
          </svg>
        )}
      </div>
    </div>
  );
  if (isCell) return drawing;
  return (
    <ChartFigure
      label={label}
      summary={`${label}. ${intervals.map((interval) => intervalWords(interval, formatValue)).join(' ')}`}
      table={{
        header: ['name', 'low', 'estimate', 'high'],
        rows: intervals.map(({ name, low, estimate, high }) => [name, low, estimate, high]),
      }}
    >
      {drawing}
    </ChartFigure>
  );
}

function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < 20) return 'start';
  return x > width - 20 ? 'end' : 'middle';
}

interface IntervalMarkProps {
  readonly interval: Interval;
  readonly x: (value: number) => number;
  readonly domain: readonly [number, number];
  readonly y: number;
  readonly formatValue: (value: number) => string;
}

function IntervalMark({ interval, x, domain, y, formatValue }: IntervalMarkProps) {
  const { low, high, estimate } = interval;
  if (low === null || high === null) {
    return (
      <text className={styles.tick} x={x(0) + 8} y={y + 4}>
        not enough data yet
      </text>
    );
  }
  const words = intervalWords(interval, formatValue);
  return (
    <g className={styles.interval} data-tone={intervalTone(interval)} data-hint={words}>
      <rect className={styles.hit} x={x(low) - 4} y={y - 12} width={Math.max(8, x(high) - x(low) + 8)} height={24} />
      <rect className={styles.range} x={x(low)} y={y - 5} width={Math.max(1, x(high) - x(low))} height={10} rx={3} />
      {low < domain[0] && <path className={styles.more} d={`M${x(low) + 5} ${y - 5}l-7 5l7 5z`} />}
      {high > domain[1] && <path className={styles.more} d={`M${x(high) - 5} ${y - 5}l7 5l-7 5z`} />}
      {estimate !== null && estimate >= domain[0] && estimate <= domain[1] && (
        <line className={styles.estimate} x1={x(estimate)} x2={x(estimate)} y1={y - 8} y2={y + 8} />
      )}
    </g>
  );
}
