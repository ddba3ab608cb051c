import type { Role } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';
import type { Grantor } from '../../control/grantor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Account, Member } from '../../edge/sessions/member.ts';

export interface NewMember {
  readonly email: string;
  readonly passwordHash: string;
  readonly name?: string | null;
  readonly isOperator?: boolean;
}

/** What a member is in one project. */
export interface ProjectMember {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly lastSignedInAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A project as one of its members sees it. */
export interface MemberProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  readonly timezone: string;
  readonly environments: readonly { readonly id: string; readonly slug: string; readonly name: string }[];
}

/**
 * Promises: an email is unique without regard to case (Taken 'MEMBER_EXISTS');
 * only an owner makes, unmakes or removes owners (NotPermitted), but for the first one of a project that has none;
 * the last owner of a project stays one (WrongState 'LAST_OWNER');
 * a new password ends all sessions of its member, in the same step;
 * anyone who may invite no more, or is gone, leaves no invitations behind;
 * anyone who is added, changed or removed cannot undo it with an older invitation.
 */
export interface MemberStore {
  create(member: NewMember, actor?: Actor): Promise<Member>;
  grant(memberId: string, projectId: string, role: Role, actor?: Actor): Promise<void>;
  count(): Promise<number>;
  findAccount(email: string): Promise<Account | undefined>;
  rename(memberId: string, name: string | null, actor: Actor): Promise<Member | undefined>;
  setPassword(memberId: string, passwordHash: string, actor: Actor): Promise<boolean>;
  /** By name. */
  projectsOf(memberId: string): Promise<readonly MemberProject[]>;
  /** Newest account first. */
  list(projectId: string, page: PageRequest): Promise<Page<ProjectMember>>;
  find(projectId: string, memberId: string): Promise<ProjectMember | undefined>;
  /** Undefined when nobody has an account with this email; Taken 'ALREADY_MEMBER'. */
  add(projectId: string, email: string, role: Role, by: Grantor): Promise<ProjectMember | undefined>;
  changeRole(projectId: string, memberId: string, role: Role, by: Grantor): Promise<ProjectMember | undefined>;
  remove(projectId: string, memberId: string, by: Grantor): Promise<boolean>;
}
