export interface FunnelStep {
  readonly name: string;
  readonly count: number;
  /** Of the first step, 0 to 100. */
  readonly percentage: number;
  readonly medianSecondsFromPrevious: number | null;
}

/** One funnel, or one value of a breakdown. */
export interface FunnelGroup {
  readonly name: string;
  readonly steps: readonly FunnelStep[];
}
