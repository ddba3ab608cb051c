import type { Role } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';
import type { Grantor } from '../../control/grantor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Member } from '../../edge/sessions/member.ts';

export interface Invitation {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  readonly role: Role;
  /** Who invited, by name. */
  readonly invitedBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface NewInvitation {
  readonly projectId: string;
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: string;
  readonly expiresAtMs: number;
}

/** What somebody with the link may know. */
export interface OpenInvitation extends Invitation {
  readonly project: { readonly slug: string; readonly name: string };
  /** The member who has this email already. */
  readonly accountId: string | null;
}

/** An account that is made, or the one that is there. */
export type Acceptance =
  | { readonly passwordHash: string; readonly name: string | null }
  | { readonly memberId: string };

/**
 * Promises: an email has one invitation to a project, a new one takes the place of the old;
 * anyone who is a member already is not invited (Taken 'ALREADY_MEMBER'); only an owner invites owners (NotPermitted);
 * an invitation is accepted once, and neither when withdrawn nor when expired, nor to own a project that has got its
 * first owner since, unless an owner invited;
 * a member who accepts keeps a role that is higher; an email that got an account meanwhile is Taken 'MEMBER_EXISTS'.
 */
export interface InvitationStore {
  create(invitation: NewInvitation, by: Grantor): Promise<Invitation>;
  /** Those that can be accepted at `nowMs`, newest first. */
  list(projectId: string, nowMs: number, page: PageRequest): Promise<Page<Invitation>>;
  withdraw(projectId: string, id: string, actor: Actor): Promise<boolean>;
  find(tokenHash: string, nowMs: number): Promise<OpenInvitation | undefined>;
  accept(tokenHash: string, nowMs: number, acceptance: Acceptance): Promise<Member | undefined>;
}
