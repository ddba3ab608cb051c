/** Past values that a value was compared with. */
export type UsualBasis = 'hour_of_week' | 'hour_of_day' | 'day_of_week' | 'all';

export interface Usual {
  readonly low: number;
  readonly high: number;
  readonly basis: UsualBasis;
  readonly samples: number;
}

/**
 * What was found of an interval. `breached`: the condition holds. `recovered`: it does not, by more than the margin.
 * `between`: it does not, but by less. `unknown`: there is nothing to judge, or it is too early.
 */
export interface Verdict {
  readonly fromMs: number;
  readonly toMs: number;
  /** The interval is over, and so is the time in which its last events arrive. */
  readonly isSettled: boolean;
  readonly value: number | null;
  /** Below and above these the condition holds. */
  readonly low: number | null;
  readonly high: number | null;
  readonly usual: Usual | null;
  readonly outcome: 'breached' | 'recovered' | 'between' | 'unknown';
  readonly message: string;
}
