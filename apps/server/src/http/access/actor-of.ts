import type { Actor } from '../../control/actor.ts';
import { operatorActor } from '../../control/actor.ts';
import type { Caller } from './caller.ts';

/** Who is noted in the change log for what a caller changes. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'key' && caller.isAssistant === true) {
    return { kind: 'assistant', id: caller.key.keyId, name: 'Assistant' };
  }
  if (caller.kind === 'key') return { kind: 'api_key', id: caller.key.keyId, name: `${caller.key.kind} key` };
  if (caller.kind === 'member') {
    const { id, name, email } = caller.signedIn.member;
    return { kind: 'member', id, name: name ?? email };
  }
  return operatorActor;
}
