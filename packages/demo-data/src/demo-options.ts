import type { Ruleset } from '@lamppost/evaluator';

export interface DemoOptions {
  /** Exactly so many are made, over all days together. Events that are sent twice count once. */
  readonly events: number;
  /** 0 to 2³² − 1. */
  readonly seed: number;
  /** The moment at which the story ends; nothing is later, but for devices whose clock is ahead. */
  readonly untilMs: number;
  /** 90 when absent. */
  readonly days?: number;
  /** With the ids of a real server, so that flags and variants are those that it would hand out. */
  readonly ruleset?: Ruleset;
}

export const defaultDays = 90;
