import type { Role } from '@lamppost/protocol';
import type { Actor } from './actor.ts';

/** Who gives or takes a role, and what they are in the project themselves. */
export interface Grantor {
  readonly actor: Actor;
  readonly role: Role;
}
