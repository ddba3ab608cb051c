export interface TimeSeries {
  readonly name: string;
  /** One for each time; null is a gap. */
  readonly values: readonly (number | null)[];
  /** The period before, drawn dashed in the colour of `colourName`. */
  readonly isCompare?: boolean | undefined;
  /** The name whose colour it has; its own when not given. */
  readonly colourName?: string | undefined;
}

/** A range around a line, such as an interval of confidence. */
export interface TimeBand {
  /** The series that it belongs to. */
  readonly name: string;
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

export interface TimeMarker {
  readonly atMs: number;
  readonly kind: 'flag' | 'release' | 'experiment' | 'other';
  /** "new_checkout: 30 % → 60 %" */
  readonly title: string;
  /** Who and why. */
  readonly detail?: string | undefined;
  readonly href?: string | undefined;
}

export interface ReferenceLine {
  readonly value: number;
  readonly label: string;
}

export type TimeChartKind = 'line' | 'area' | 'bar' | 'stacked-bar';
