import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

export interface Group {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly memberCount: number;
  readonly archivedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewGroup {
  readonly projectId: string;
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
}

/** Absent: kept. `key` may only be sent as it is. */
export interface GroupPatch {
  readonly key?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly archived?: boolean;
}

export interface GroupFilter {
  readonly projectId: string;
  /** Part of the key or the name, without regard to case. */
  readonly search?: string;
  /** Absent: false. */
  readonly includeArchived?: boolean;
}

export interface GroupMember {
  readonly id: string;
  readonly userId: string;
  readonly addedAtMs: number;
}

/** By email: the user whose attribute `email` it is, in any environment of the project, without regard to case. */
export type NewGroupMember = { readonly userId: string } | { readonly email: string };

/**
 * Named sets of users, per project, that rules can point to.
 *
 * Promises:
 * - a key is unique in its project, archived groups included (Taken 'GROUP_KEY_EXISTS'), and never changes;
 * - a user is in a group once (Taken 'ALREADY_MEMBER'), known to any environment or not;
 * - an email that no user has, or that several have, is Unacceptable('email');
 * - a membership moves the revision of its user in all environments, and no version;
 * - an archived group takes no members (WrongState 'GROUP_ARCHIVED') but keeps those it has, and rules that name it
 *   go on as before: archiving hides and freezes, it changes nothing that is served;
 * - a group that the project does not have: undefined, and nothing changes.
 */
export interface GroupStore {
  create(group: NewGroup, actor: Actor): Promise<Group>;
  list(filter: GroupFilter, page: PageRequest): Promise<Page<Group>>;
  find(projectId: string, idOrKey: string): Promise<Group | undefined>;
  update(projectId: string, idOrKey: string, patch: GroupPatch, actor: Actor): Promise<Group | undefined>;
  /** Latest first. */
  members(projectId: string, idOrKey: string, page: PageRequest): Promise<Page<GroupMember> | undefined>;
  /** Ids of users who are in it, in no order; at most so many. */
  memberIds(projectId: string, idOrKey: string, limit: number): Promise<readonly string[] | undefined>;
  addMember(projectId: string, idOrKey: string, member: NewGroupMember, actor: Actor): Promise<GroupMember | undefined>;
  /** False when there is no such group, or the user is not in it. */
  removeMember(projectId: string, idOrKey: string, userId: string, actor: Actor): Promise<boolean>;
}
