import { DAY_MS } from '@lamppost/protocol';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { InsightFilter } from './insight-params.ts';

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

/** What the query is about at a moment. */
export function activeDays({ platforms }: ActivePeopleParams, asOfMs: number) {
  const filters: readonly InsightFilter[] =
    platforms === undefined ? [] : [{ field: 'platform', op: 'in', value: platforms }];
  return { month: { fromMs: asOfMs - 30 * DAY_MS, toMs: asOfMs }, weekFromMs: asOfMs - 7 * DAY_MS, filters };
}

export const activePeopleQuery = defineQuery<ActivePeopleParams, ActivePeopleResult>('activePeople', 'heavy');
