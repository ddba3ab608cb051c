import type { Wire } from '@lamppost/protocol';
import type { Actor } from '../../../control/actor.ts';
import { memberFilter } from '../../../http/request/member-filter.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import type { CrashGroupFilter } from '../crash-group-store.ts';
import { newSince } from './is-new-group.ts';

type Asked = Pick<Wire['CrashGroupsQuery'], 'status' | 'assignee' | 'search'>;

/** What a list asks the control plane for; `firstSeenSinceMs` is for the store of reports. */
export function listFilter(
  { status, assignee, search }: Asked,
  actor: Actor,
  nowMs: number,
): { readonly filter: CrashGroupFilter; readonly firstSeenSinceMs?: number } {
  const whose = omitUndefined({ assignee: memberFilter('assignee', assignee, actor), search });
  if (status === 'regressed') return { filter: { ...whose, isRegression: true } };
  if (status !== 'new') return { filter: { ...whose, ...omitUndefined({ status }) } };
  const firstSeenSinceMs = newSince(nowMs);
  return {
    filter: { ...whose, status: 'open', isRegression: false, createdSinceMs: firstSeenSinceMs },
    firstSeenSinceMs,
  };
}
