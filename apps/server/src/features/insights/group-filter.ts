import { invalidField, type Wire } from '@lamppost/protocol';
import type { Scope } from '../../edge/scope.ts';
import type { GroupStore } from '../groups/group-store.ts';
import type { InsightCondition } from './queries/insight-params.ts';

/** What a query can hold: their ids go to the store with it. */
const MAX_MEMBERS = 500_000;

/** A filter by groups with the users who are in one of them now. */
export async function groupFilter(
  filter: Wire['InsightCondition'],
  at: string,
  { projectId }: Pick<Scope, 'projectId'>,
  groups: Pick<GroupStore, 'memberIds'>,
): Promise<InsightCondition> {
  switch (filter.op) {
    case 'eq':
    case 'neq':
      return { ...filter, users: await membersOf([String(filter.value)], at, projectId, groups) };
    case 'in':
    case 'not_in':
      return { ...filter, users: await membersOf([...new Set(filter.value.map(String))], at, projectId, groups) };
    default:
      throw invalidField(at, "can't be combined with groups: use eq, neq, in or not_in");
  }
}

async function membersOf(
  keys: readonly string[],
  at: string,
  projectId: string,
  groups: Pick<GroupStore, 'memberIds'>,
): Promise<readonly string[]> {
  const users = new Set<string>();
  for (const key of keys) {
    const members = await groups.memberIds(projectId, key, MAX_MEMBERS + 1);
    if (members === undefined) throw invalidField(at, `unknown group: ${key}`);
    for (const userId of members) users.add(userId);
    if (users.size > MAX_MEMBERS) throw invalidField(at, `names groups of more than ${MAX_MEMBERS} users`);
  }
  return [...users];
}
