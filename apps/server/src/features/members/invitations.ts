import { createHash } from 'node:crypto';
import { ApiError, invalidField, type Role } from '@lamppost/protocol';
import { randomBase62 } from '../../control/base62.ts';
import type { Grantor } from '../../control/grantor.ts';
import type { Account } from '../../edge/sessions/member.ts';
import type { Invitation, InvitationStore, OpenInvitation } from './invitation-store.ts';
import type { Passwords } from './passwords.ts';
import type { SignIn, Visitor } from './sign-in.ts';

const lifetimeMs = 7 * 86_400_000;
const MIN_PASSWORD = 8;

export interface InvitationsDeps {
  readonly invitations: InvitationStore;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly nowMs: () => number;
}

export interface InvitationResponse {
  readonly token: string;
  readonly password: string;
  readonly name: string | null;
  readonly visitor: Visitor;
}

/** How people who are not members become some: by a link that works once. */
export class Invitations {
  readonly #deps: InvitationsDeps;

  constructor(deps: InvitationsDeps) {
    this.#deps = deps;
  }

  /** The token is shown once; a hash of it is kept. */
  async invite(
    projectId: string,
    { email, role }: { readonly email: string; readonly role: Role },
    by: Grantor,
  ): Promise<{ readonly invitation: Invitation; readonly token: string }> {
    const { invitations, nowMs } = this.#deps;
    const token = `lpi_${randomBase62(43)}`;
    const expiresAtMs = nowMs() + lifetimeMs;
    const invitation = await invitations.create({ projectId, email, role, tokenHash: hash(token), expiresAtMs }, by);
    return { invitation, token };
  }

  /** Throws NOT_FOUND. */
  async read(token: string): Promise<OpenInvitation> {
    const invitation = await this.#deps.invitations.find(hash(token), this.#deps.nowMs());
    if (invitation === undefined) throw unknownInvitation();
    return invitation;
  }

  /**
   * Anyone who has an account proves it with its password: a link may have been seen by others, and must not open it.
   * Throws NOT_FOUND, and as SignIn.check does.
   */
  async accept({ token, password, name, visitor }: InvitationResponse): Promise<Account> {
    const { invitations, passwords, signIn, nowMs } = this.#deps;
    const invitation = await this.read(token);
    const known = invitation.accountId === null ? undefined : await signIn.check(invitation.email, password, visitor);
    const passwordHash = known?.passwordHash ?? (await passwords.hash(longEnough(password)));
    const acceptance = known === undefined ? { passwordHash, name } : { memberId: known.member.id };
    const member = await invitations.accept(hash(token), nowMs(), acceptance);
    if (member === undefined) throw unknownInvitation();
    return { member, passwordHash };
  }
}

function longEnough(password: string): string {
  if (password.length >= MIN_PASSWORD) return password;
  throw invalidField('password', `must have at least ${MIN_PASSWORD} characters`);
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

const unknownInvitation = (): ApiError =>
  new ApiError('NOT_FOUND', "The invitation doesn't exist, was accepted or withdrawn, or has expired");
