import { invalidField } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';

/** Of `me`, `none`, or the id or email of a member: that id or email, null for nobody, undefined for any. */
export function memberFilter(field: string, sent: string | undefined, actor: Actor): string | null | undefined {
  if (sent === 'none') return null;
  if (sent !== 'me') return sent;
  if (actor.kind === 'member') return actor.id;
  throw invalidField(field, 'is `me`, but the request is made with a key: send the id or email of a member');
}
