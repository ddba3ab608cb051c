import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** How many people had an event lately? */
export interface ActivePeopleParams {
  readonly scope: Scope;
  /** Only events on one of these; absent: on any. */
  readonly platforms?: readonly string[];
}

export interface ActivePeopleResult {
  /** Where the days end. */
  readonly asOfMs: number;
  readonly ofWeek: number;
  /** Of 30 days. */
  readonly ofMonth: number;
}

export const activePeopleQuery = defineQuery<ActivePeopleParams, ActivePeopleResult>('activePeople', 'heavy');
