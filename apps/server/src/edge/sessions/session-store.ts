import type { Role } from '@lamppost/protocol';
import type { Member } from './member.ts';

/** A sign-in that lasts. Its token is known to the browser only; here is a hash of it. */
export interface StoredSession {
  readonly tokenHash: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly member: Member;
  readonly memberships: readonly { readonly projectId: string; readonly role: Role }[];
}

export interface NewSession {
  readonly tokenHash: string;
  readonly memberId: string;
  /** What the password was checked against. */
  readonly passwordHash: string;
  readonly nowMs: number;
}

/** Sessions that were last seen, or begun, before these moments are over. */
export interface SessionBounds {
  readonly seenBeforeMs: number;
  readonly createdBeforeMs: number;
}

/**
 * Promises: a session is found with its member and roles as they are now; one that has ended is not found;
 * none begins with a password that has been changed since it was checked;
 * the last sight only moves forward; what is over is removed when it is asked for.
 */
export interface SessionStore {
  /** Undefined when there is no such member, or the password is another by now. */
  create(session: NewSession): Promise<StoredSession | undefined>;
  find(tokenHash: string): Promise<StoredSession | undefined>;
  noteSeen(tokenHash: string, seenAtMs: number): Promise<void>;
  end(tokenHash: string): Promise<void>;
  endAll(memberId: string): Promise<void>;
  removeOver(bounds: SessionBounds): Promise<number>;
}
