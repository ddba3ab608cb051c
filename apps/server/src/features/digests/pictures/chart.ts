import type { FigureUnit } from '../content/format-figure.ts';

export interface ChartSeries {
  readonly name: string;
  /** Null: nothing was measured. */
  readonly values: readonly (number | null)[];
}

/** What a picture shows. Plain data, so that it can be sent to a thread. */
export type Chart =
  | {
      readonly kind: 'line';
      readonly unit: FigureUnit;
      /** Of the buckets. */
      readonly labels: readonly string[];
      readonly series: readonly ChartSeries[];
      /** The period before, drawn pale; of one series only. */
      readonly before?: ChartSeries;
    }
  | {
      readonly kind: 'columns';
      readonly unit: FigureUnit;
      readonly labels: readonly string[];
      /** On top of each other. */
      readonly series: readonly ChartSeries[];
    }
  | {
      readonly kind: 'bars';
      readonly unit: FigureUnit;
      readonly rows: readonly {
        readonly name: string;
        readonly value: number | null;
        readonly before: number | null;
      }[];
    }
  | {
      readonly kind: 'funnel';
      readonly steps: readonly {
        readonly name: string;
        readonly count: number;
        readonly percentage: number;
        readonly before: number | null;
      }[];
    }
  | {
      readonly kind: 'retention';
      readonly headers: readonly string[];
      readonly rows: readonly {
        readonly name: string;
        readonly size: number;
        /** Percents; null: not over yet. */
        readonly cells: readonly (number | null)[];
      }[];
    }
  | {
      readonly kind: 'number';
      readonly unit: FigureUnit;
      readonly value: number | null;
      readonly before: number | null;
      readonly isMoreBad: boolean;
      readonly values: readonly (number | null)[];
    };

/** In pixels of CSS; the picture has twice as many. */
export const CHART_WIDTH = 560;
export const PICTURE_SCALE = 2;
