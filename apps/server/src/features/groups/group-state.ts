import type { Group, GroupMember } from './group-store.ts';

/** A group in the change log. Its members are entities of their own: a group can have many. */
export type GroupState = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly archived_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type GroupMemberState = {
  readonly id: string;
  readonly group_id: string;
  readonly group_key: string;
  readonly user_id: string;
  readonly added_at: string;
};

export function groupState(group: Omit<Group, 'memberCount'>): GroupState {
  return {
    id: group.id,
    key: group.key,
    name: group.name,
    description: group.description,
    archived_at: group.archivedAtMs === null ? null : new Date(group.archivedAtMs).toISOString(),
    created_at: new Date(group.createdAtMs).toISOString(),
    updated_at: new Date(group.updatedAtMs).toISOString(),
  };
}

export function groupMemberState(group: Pick<Group, 'id' | 'key'>, member: GroupMember): GroupMemberState {
  return {
    id: member.id,
    group_id: group.id,
    group_key: group.key,
    user_id: member.userId,
    added_at: new Date(member.addedAtMs).toISOString(),
  };
}
