import type { Role } from '@lamppost/protocol';
import type { KnownKey } from '../../edge/edge-state.ts';
import type { SignedIn } from '../../edge/sessions/signed-in.ts';
import type { ProjectAccess } from './project-access.ts';

export interface MemberCaller {
  readonly kind: 'member';
  readonly signedIn: SignedIn;
  /** Absent on routes that are about no project. */
  readonly access?: ProjectAccess;
  /** What the member is there. */
  readonly role?: Role;
}

/** Who sent a request. */
export type Caller =
  | { readonly kind: 'key'; readonly key: KnownKey; readonly isAssistant?: boolean }
  | MemberCaller
  | { readonly kind: 'operator' }
  | { readonly kind: 'nobody' };
