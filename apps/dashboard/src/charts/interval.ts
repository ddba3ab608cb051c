export interface Interval {
  readonly name: string;
  /** null: not enough data yet. */
  readonly low: number | null;
  readonly high: number | null;
  readonly estimate: number | null;
  /** Which way is good for this one. */
  readonly good?: 'up' | 'down' | undefined;
}
