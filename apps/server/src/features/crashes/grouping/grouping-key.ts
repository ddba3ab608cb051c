import type { CrashFrame } from './crash-frame.ts';

const groupingKinds = ['override', 'in_app_frames', 'all_frames', 'message', 'type_only'] as const;
export type GroupingKind = (typeof groupingKinds)[number];

/** What a rule makes of a report: equal parts mean the same group. */
export interface GroupingKey {
  readonly kind: GroupingKind;
  readonly parts: readonly string[];
  /** The parts in words, for people who ask why. */
  readonly used: readonly string[];
  /** The frames that the rule looked at, for the title of the group. */
  readonly frames: readonly CrashFrame[];
}
