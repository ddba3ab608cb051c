import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { formatExactNumber, formatPercent, formatShortNumber } from '../design/format/format-number.ts';
import { useElementWidth } from '../design/layout/use-element-width.ts';
import { bucketScale } from './bucket-scale.ts';
import { ChartFigure } from './chart-figure.tsx';
import styles from './distribution-chart.module.css';
import { spreadLabels } from './spread-labels.ts';

export interface DistributionBucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** It has no end: `to` is only how far it is drawn. */
  readonly isOpen?: boolean | undefined;
}

export interface DistributionMark {
  readonly value: number;
  readonly label: string;
  /** `measure` for p50 and p95, `line` for a well-known line that is drawn dashed. */
  readonly kind: 'measure' | 'line';
}

export interface DistributionChartProps {
  readonly label: string;
  readonly buckets: readonly DistributionBucket[];
  readonly marks?: readonly DistributionMark[] | undefined;
  readonly formatValue?: ((value: number) => string) | undefined;
  readonly height?: number | undefined;
  /** What is counted: "sessions". */
  readonly of?: string | undefined;
  readonly colour?: string | undefined;
  /** `log` when the buckets grow: each is then about as wide as the others. */
  readonly scale?: 'linear' | 'log' | undefined;
  readonly hasMenu?: boolean | undefined;
  /** Somebody wants to see what is behind a bar. */
  readonly onBar?: ((index: number) => void) | undefined;
}

const TOP = 40;
const BOTTOM = 24;
const SIDE = 6;

/** A histogram with the values that matter marked on it. */
export function DistributionChart(props: DistributionChartProps) {
  const { label, buckets, marks = [], formatValue = formatShortNumber, height = 200, of = 'values' } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(boxRef);
  const total = buckets.reduce((all, bucket) => all + bucket.count, 0);
  const { x, ticks } = bucketScale(
    buckets,
    marks.map((mark) => mark.value),
    props.scale ?? 'linear',
    SIDE,
    Math.max(SIDE + 1, width - SIDE),
    Math.max(2, Math.floor(width / 90)),
  );
  const y = scaleLinear([0, Math.max(1, ...buckets.map((bucket) => bucket.count))], [height - BOTTOM, TOP]);
  const labels = spreadLabels(
    marks.map((mark) => ({ ...mark, x: x(mark.value) })),
    width,
  );
  const wordsOf = (bucket: DistributionBucket): string =>
    `${formatValue(bucket.from)} ${bucket.isOpen === true ? 'or more' : `to ${formatValue(bucket.to)}`}: ${formatExactNumber(bucket.count)} ${of}, ${formatPercent(total === 0 ? null : (bucket.count / total) * 100)} of all`;
  const measures = marks.map((mark) => `${mark.label} ${formatValue(mark.value)}`).join(', ');
  return (
    <ChartFigure
      label={label}
      summary={total === 0 ? `${label}: no data.` : `${label}, ${formatShortNumber(total)} ${of}. ${measures}.`}
      table={{
        header: ['from', 'to', of],
        rows: buckets.map((bucket) => [bucket.from, bucket.isOpen === true ? null : bucket.to, bucket.count]),
      }}
      hasMenu={props.hasMenu}
    >
      <div ref={boxRef} className={styles.box} style={{ height }}>
        {total === 0 && <p className={styles.nothing}>No data in this range</p>}
        {width > 0 && total > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {buckets.map((bucket) => (
              <rect
                key={bucket.from}
                className={styles.bar}
                style={{ fill: props.colour ?? 'var(--lp-series-1)' }}
                x={x(bucket.from)}
                width={Math.max(0.5, x(bucket.to) - x(bucket.from) - 1)}
                y={bucket.count === 0 ? height - BOTTOM : Math.min(y(bucket.count), height - BOTTOM - 1)}
                height={bucket.count === 0 ? 0 : Math.max(1, height - BOTTOM - y(bucket.count))}
                data-hint={wordsOf(bucket)}
              />
            ))}
            <line className={styles.axis} x1={SIDE} x2={width - SIDE} y1={height - BOTTOM} y2={height - BOTTOM} />
            {ticks.map((tick) => (
              <text key={tick} className={styles.tick} x={x(tick)} y={height - 8} textAnchor={anchorOf(x(tick), width)}>
                {formatValue(tick)}
              </text>
            ))}
            {labels.map((mark) => (
              <g key={`${mark.kind} ${mark.label}`}>
                <line
                  className={styles.mark}
                  data-kind={mark.kind}
                  x1={mark.x}
                  x2={mark.x}
                  y1={mark.row * 16 + 16}
                  y2={height - BOTTOM}
                />
                <text
                  className={styles.label}
                  data-kind={mark.kind}
                  x={mark.labelX}
                  y={mark.row * 16 + 11}
                  textAnchor={mark.anchor}
                >
                  {mark.label} {formatValue(mark.value)}
                </text>
              </g>
            ))}
          </svg>
        )}
        {width > 0 &&
          props.onBar !== undefined &&
          buckets.map(
            (bucket, index) =>
              bucket.count > 0 && (
                <button
                  key={bucket.from}
                  type="button"
                  className={styles.hit}
                  style={{ left: x(bucket.from), width: Math.max(4, x(bucket.to) - x(bucket.from)), bottom: BOTTOM }}
                  aria-label={`List people: ${wordsOf(bucket)}`}
                  data-hint={wordsOf(bucket)}
                  onClick={() => props.onBar?.(index)}
                />
              ),
          )}
      </div>
    </ChartFigure>
  );
}

function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < 24) return 'start';
  return x > width - 24 ? 'end' : 'middle';
}
