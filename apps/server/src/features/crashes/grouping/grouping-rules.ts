import type { CrashReport } from '../report/crash-report.ts';
import type { GroupingKey } from './grouping-key.ts';
import { groupByRule1 } from './grouping-rule-1.ts';

/** Every rule that ever made a group. Old ones stay, so that the groups that they made can be understood. */
export const groupingRules = {
  1: groupByRule1,
} as const satisfies Readonly<Record<number, (report: CrashReport) => GroupingKey>>;

export type GroupingRule = keyof typeof groupingRules;

export const LATEST_RULE: GroupingRule = 1;
