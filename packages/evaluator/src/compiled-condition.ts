import type { Subject } from './subject.ts';

export interface CompiledCondition {
  /** What it says: the same for equal conditions. */
  readonly text: string;
  /** The same for equal conditions of a ruleset: what holds once holds for the whole evaluation. */
  readonly index: number;
  readonly holds: (subject: Subject) => boolean;
  /** What the condition looked at, for explanations. */
  readonly actual: (subject: Subject) => unknown;
}
