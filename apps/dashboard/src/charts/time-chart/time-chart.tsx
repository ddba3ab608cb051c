import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { formatShortNumber } from '../../design/format/format-number.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { useElementWidth } from '../../design/layout/use-element-width.ts';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import figureStyles from '../chart-figure.module.css';
import { ChartLegend } from '../chart-legend.tsx';
import { ChartMenu } from '../chart-menu.tsx';
import { useSeriesColour } from '../series-colours.tsx';
import { chartPng } from './chart-png.ts';
import { beginsWithin, bucketWidth, describeBucket } from './describe-bucket.ts';
import { MarkerLayer } from './marker-layer.tsx';
import { nearestSeries } from './nearest-series.ts';
import { plotData } from './plot-data.ts';
import { ReferenceLayer } from './reference-layer.tsx';
import { chartSentence } from './summarize-series.ts';
import styles from './time-chart.module.css';
import { TimeChartTable, timeChartCsv } from './time-chart-table.tsx';
import type { ReferenceLine, TimeBand, TimeChartKind, TimeMarker, TimeSeries } from './time-series.ts';
import { TimeTooltip } from './time-tooltip.tsx';
import { useUplot } from './use-uplot.ts';

export type { TimeChartKind, TimeMarker, TimeSeries } from './time-series.ts';

export interface TimeChartProps {
  /** What is drawn, in words: "Active users". */
  readonly label: string;
  /** Starts of the buckets, in milliseconds, in order. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly kind?: TimeChartKind | undefined;
  readonly bands?: readonly TimeBand[] | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly references?: readonly ReferenceLine[] | undefined;
  readonly formatValue?: ((value: number) => string) | undefined;
  /** The top of the axis, such as 100 for shares. */
  readonly yMax?: number | undefined;
  /** The axis begins near the lowest value instead of at zero: for rates close to 100 %. */
  readonly isNear?: boolean | undefined;
  /** Where the range begins: the first bucket may begin before that, and is then drawn as one that is not whole. */
  readonly fromMs?: number | undefined;
  readonly isLastIncomplete?: boolean | undefined;
  readonly height?: number | undefined;
  /** Somebody drew over a part of the chart. */
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  /** Somebody wants to see what is behind a point: by a click, or by Enter at the crosshair, up and down choosing one. */
  readonly onPoint?: ((index: number, name: string) => void) | undefined;
  readonly timeZone?: string | undefined;
  /** Charts with the same key show their crosshairs together. */
  readonly syncKey?: string | undefined;
  readonly hasLegend?: boolean | undefined;
  /** Table, PNG and CSV; left out in small charts. */
  readonly hasMenu?: boolean | undefined;
}

const nothing: readonly never[] = [];
/** Further than this it was drawn over the chart, not clicked. */
const MAX_CLICK_PX = 5;

const colourNames = (series: readonly TimeSeries[]): string[] =>
  series.filter((one) => one.colourName === undefined).map((one) => one.name);

export function TimeChart(props: TimeChartProps) {
  const { label, times, series, kind = 'line', bands = nothing, markers = nothing, references = nothing } = props;
  const { formatValue = formatShortNumber, isLastIncomplete = false, height = 260, onRange, onPoint } = props;
  const projectZone = useTimeZone();
  const timeZone = props.timeZone ?? projectZone;
  const seriesColour = useSeriesColour(colourNames(series));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [isTable, setIsTable] = useState(false);
  const plotRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(plotRef);
  const isBar = kind === 'bar' || kind === 'stacked-bar';
  const bucketMs = useMemo(() => bucketWidth(times), [times]);
  const isFirstIncomplete = beginsWithin(times, props.fromMs);
  const plot = useMemo(
    () => plotData({ kind, series, bands, hidden, isFirstIncomplete, isLastIncomplete }),
    [kind, series, bands, hidden, isFirstIncomplete, isLastIncomplete],
  );
  const {
    cursor,
    frame,
    plotRef: uplotRef,
    moveCursor,
  } = useUplot({
    element: plotRef,
    kind,
    plot,
    times,
    bucketMs,
    timeZone,
    formatValue,
    seriesColour,
    references,
    yMax: props.yMax,
    isNear: props.isNear === true,
    width,
    height,
    syncKey: props.syncKey,
    onRange,
  });
  const describe = (ms: number) => describeBucket(ms, bucketMs, timeZone);
  const sentence = useMemo(
    () =>
      chartSentence({ label, times, series, formatValue, formatTime: (ms) => describeBucket(ms, bucketMs, timeZone) }),
    [label, times, series, formatValue, bucketMs, timeZone],
  );
  const pressed = useRef({ x: 0, y: 0 });
  const [chosen, setChosen] = useState(0);
  const stackedFrom = kind === 'stacked-bar' ? frame?.toY(0) : undefined;
  const points =
    cursor === undefined || frame === undefined || onPoint === undefined
      ? []
      : plot.lines
          .flatMap(({ series: one, values }) => {
            const value = values[cursor] ?? null;
            return value === null ? [] : [{ name: one.name, y: frame.toY(value) }];
          })
          .filter(({ y }) => y !== stackedFrom)
          .sort((a, b) => a.y - b.y);
  const marked = points[Math.min(chosen, points.length - 1)]?.name;
  const openPoint = (name: string | undefined) => {
    if (cursor !== undefined && name !== undefined) onPoint?.(cursor, name);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const isDrag = Math.hypot(event.clientX - pressed.current.x, event.clientY - pressed.current.y) > MAX_CLICK_PX;
    if (isDrag || frame === undefined) return;
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - frame.top;
    openPoint(nearestSeries(points, y, stackedFrom));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') openPoint(marked);
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (rows !== undefined && points.length > 1) {
      event.preventDefault();
      setChosen((before) => Math.max(0, Math.min(points.length - 1, before + rows)));
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -times.length, End: times.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveCursor(step);
  };
  const hasLegend = props.hasLegend ?? series.length > 1;
  const legend = hasLegend && (
    <ChartLegend
      items={series.map((one) => ({
        name: one.name,
        colour: seriesColour(one.colourName ?? one.name),
        isDashed: one.isCompare === true,
      }))}
      hidden={hidden}
      onChange={setHidden}
    />
  );
  const menu = props.hasMenu !== false && (
    <ChartMenu
      label={label}
      isTable={isTable}
      onTable={setIsTable}
      csv={() => timeChartCsv(times, series)}
      png={() => (uplotRef.current === null ? undefined : chartPng(uplotRef.current, label, series, seriesColour))}
    />
  );
  return (
    <figure className={styles.chart} aria-label={label}>
      {(legend !== false || menu !== false) && (
        <div className={legend === false ? figureStyles.bareMenu : figureStyles.top}>
          {legend !== false && <div className={flowStyles.grow}>{legend}</div>}
          {menu}
        </div>
      )}
      {isTable && (
        <TimeChartTable label={label} times={times} series={series} formatTime={describe} formatValue={formatValue} />
      )}
      <div className={styles.stage} style={{ height, display: isTable ? 'none' : undefined }}>
        <div
          ref={plotRef}
          className={styles.plot}
          role="img"
          aria-label={sentence}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the crosshair
          tabIndex={0}
          data-clickable={onPoint !== undefined || undefined}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            pressed.current = { x: event.clientX, y: event.clientY };
          }}
          onClick={onPoint === undefined ? undefined : onClick}
          onBlur={() => moveCursor(undefined)}
        />
        {frame !== undefined && <ReferenceLayer frame={frame} references={references} />}
        {frame !== undefined && markers.length > 0 && (
          <MarkerLayer
            frame={frame}
            markers={markers}
            timeZone={timeZone}
            shiftMs={isBar ? bucketMs / 2 : 0}
            endMs={(times.at(-1) ?? 0) + bucketMs}
          />
        )}
        {frame !== undefined && cursor !== undefined && (
          <TimeTooltip
            frame={frame}
            index={cursor}
            times={times}
            series={series}
            hidden={hidden}
            seriesColour={seriesColour}
            formatValue={formatValue}
            formatTime={describe}
            incomplete={
              isLastIncomplete && cursor === times.length - 1
                ? 'so far'
                : isFirstIncomplete && cursor === 0
                  ? '(partial)'
                  : undefined
            }
            marked={points.length > 1 ? marked : undefined}
            hint={onPoint === undefined ? undefined : 'Click or press Enter to list people'}
          />
        )}
        {times.length === 0 && <p className={styles.nothing}>No data in this range</p>}
      </div>
    </figure>
  );
}
