import type { Grantor } from '../../control/grantor.ts';
import { actorOf } from './actor-of.ts';
import type { Caller } from './caller.ts';

/** Who gives or takes roles. A secret key may do what an admin may. */
export function grantorOf(caller: Caller): Grantor {
  const role = caller.kind === 'member' ? caller.role : 'admin';
  if (role === undefined) throw new Error('Roles are given in a project');
  return { actor: actorOf(caller), role };
}
