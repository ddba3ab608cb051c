import type { Role } from '@lamppost/protocol';
import type { Member } from './member.ts';

/** A member with a session, as a request finds them. */
export interface SignedIn {
  readonly tokenHash: string;
  /** What pages of the dashboard send along to show that a request is theirs. */
  readonly csrfToken: string;
  readonly member: Member;
  /** By project id. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly expiresAtMs: number;
  /** When it was looked up, on the monotonic clock: what changes later is not in here. */
  readonly foundAtMs: number;
}
