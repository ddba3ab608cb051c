import 'uplot/dist/uPlot.min.css';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useThemeName } from '../use-theme-name.ts';
import type { PlotData } from './plot-data.ts';
import type { ReferenceLine, TimeChartKind } from './time-series.ts';
import { uplotData, uplotOptions } from './uplot-options.ts';

/** Where the plot lies inside the chart, in CSS pixels, and how values become places. */
export interface PlotFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly toX: (ms: number) => number;
  readonly toY: (value: number) => number;
}

export interface UseUplotOptions {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly kind: TimeChartKind;
  readonly plot: PlotData;
  readonly times: readonly number[];
  readonly bucketMs: number;
  readonly timeZone: string;
  readonly formatValue: (value: number) => string;
  readonly seriesColour: (name: string) => string;
  readonly references: readonly ReferenceLine[];
  readonly yMax: number | undefined;
  readonly isNear: boolean;
  readonly width: number;
  readonly height: number;
  readonly syncKey: string | undefined;
  readonly onRange: ((fromMs: number, toMs: number) => void) | undefined;
}

const MIN_BRUSH_PX = 6;

export function useUplot(options: UseUplotOptions) {
  const { element, kind, plot, times, timeZone, formatValue, references, yMax, isNear, width, height, syncKey } =
    options;
  const [cursor, setCursor] = useState<number>();
  const [frame, setFrame] = useState<PlotFrame>();
  const plotRef = useRef<uPlot | null>(null);
  const theme = useThemeName();
  const latest = useRef(options);
  latest.current = options;
  const canBrush = options.onRange !== undefined;
  const isKnown = width > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the document, the rest from `latest`
  useLayoutEffect(() => {
    const host = element.current;
    if (host === null || !isKnown || times.length === 0) return;
    const { seriesColour, bucketMs } = latest.current;
    const hooks: uPlot.Hooks.Arrays = {
      setCursor: [(self) => setCursor(self.cursor.idx ?? undefined)],
      setSelect: [(self) => tellRange(self, latest.current.onRange)],
      draw: [(self) => setFrame((before) => frameOf(self, before))],
    };
    const referenceValues = references.map((line) => line.value);
    const request = { kind, plot, times, bucketMs, timeZone, formatValue, seriesColour, referenceValues, yMax, isNear };
    const sized = { width: latest.current.width, height: latest.current.height, canBrush, syncKey, hooks };
    const made = new uPlot(uplotOptions({ ...request, ...sized }), uplotData(plot, times), host);
    plotRef.current = made;
    return () => {
      made.destroy();
      plotRef.current = null;
      setCursor(undefined);
    };
  }, [element, isKnown, kind, plot, times, timeZone, formatValue, references, yMax, isNear, syncKey, canBrush, theme]);

  useEffect(() => {
    if (width > 0) plotRef.current?.setSize({ width, height });
  }, [width, height]);

  const moveCursor = (step: number | undefined) => {
    const self = plotRef.current;
    if (self === null) return;
    if (step === undefined) {
      self.setCursor({ left: -10, top: -10 });
      return;
    }
    const at = self.cursor.idx ?? (step > 0 ? -1 : times.length);
    const next = Math.max(0, Math.min(times.length - 1, at + step));
    self.setCursor({ left: self.valToPos(times[next] as number, 'x'), top: 0 });
  };
  return { cursor, frame, plotRef, moveCursor };
}

function tellRange(self: uPlot, onRange: UseUplotOptions['onRange']): void {
  const { left, width } = self.select;
  if (width === 0) return;
  self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width < MIN_BRUSH_PX || onRange === undefined) return;
  onRange(Math.round(self.posToVal(left, 'x')), Math.round(self.posToVal(left + width, 'x')));
}

function frameOf(self: uPlot, before: PlotFrame | undefined): PlotFrame {
  const ratio = uPlot.pxRatio;
  const { left, top, width, height } = self.bbox;
  const toX = (ms: number) => self.valToPos(ms, 'x');
  const toY = (value: number) => self.valToPos(value, 'y');
  const next = { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio, toX, toY };
  const isSame =
    before !== undefined &&
    before.left === next.left &&
    before.width === next.width &&
    before.height === next.height &&
    before.toX(0) === toX(0) &&
    before.toY(0) === toY(0) &&
    before.toY(1) === toY(1);
  return isSame ? before : next;
}
