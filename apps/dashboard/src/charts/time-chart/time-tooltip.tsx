import styles from './time-chart.module.css';
import type { TimeSeries } from './time-series.ts';
import type { PlotFrame } from './use-uplot.ts';

export interface TimeTooltipProps {
  readonly frame: PlotFrame;
  readonly index: number;
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly seriesColour: (name: string) => string;
  readonly formatValue: (value: number) => string;
  readonly formatTime: (ms: number) => string;
  /** How much of the bucket there is, unless it is whole. */
  readonly incomplete: 'so far' | '(partial)' | undefined;
  /** The series that Enter is about. */
  readonly marked?: string | undefined;
  /** What a click does. */
  readonly hint?: string | undefined;
}

const MAX_ROWS = 12;

export function TimeTooltip(props: TimeTooltipProps) {
  const { frame, index, times, series, hidden, seriesColour, formatValue, formatTime, incomplete } = props;
  const ms = times[index];
  if (ms === undefined) return null;
  const rows = series
    .filter((one) => !hidden.has(one.name))
    .map((one) => ({ series: one, value: one.values[index] ?? null }))
    .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
  const x = frame.toX(ms);
  const isRight = x > frame.width / 2;
  const side = isRight ? { right: `calc(100% - ${frame.left + x - 12}px)` } : { left: frame.left + x + 12 };
  return (
    <>
      <div
        className={styles.crosshair}
        style={{ left: frame.left + x, top: frame.top, height: frame.height }}
        aria-hidden
      />
      <div className={styles.tooltip} style={{ ...side, top: frame.top + 4 }} role="status">
        <div className={styles.tooltipTime}>
          {formatTime(ms)}
          {incomplete !== undefined && <span className={styles.soFar}> {incomplete}</span>}
        </div>
        {rows.slice(0, MAX_ROWS).map(({ series: one, value }) => (
          <div key={one.name} className={styles.tooltipRow} data-marked={one.name === props.marked || undefined}>
            <span
              className={styles.swatch}
              data-dashed={one.isCompare || undefined}
              style={{ ['--swatch' as string]: seriesColour(one.colourName ?? one.name) }}
            />
            <bdi className={styles.tooltipName}>{one.name}</bdi>
            <span className={styles.tooltipValue}>{value === null ? 'no data' : formatValue(value)}</span>
          </div>
        ))}
        {rows.length > MAX_ROWS && <div className={styles.soFar}>and {rows.length - MAX_ROWS} smaller</div>}
        {props.hint !== undefined && <div className={styles.soFar}>{props.hint}</div>}
      </div>
    </>
  );
}
