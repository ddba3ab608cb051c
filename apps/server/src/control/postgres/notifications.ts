import { readId } from '../../engines/sqlite/stored-text.ts';
import type { ChangeElsewhere } from '../change-elsewhere.ts';

/** Where edges hear of what others have changed. */
export const edgeChannel = 'lamppost_edge';

/** SQL that tells every edge, with the transaction. `id` is SQL: a stored id, or two with a blank between them. */
export const notifyOf = (kind: Exclude<ChangeElsewhere['kind'], 'everything'> | 'revision', id: string): string =>
  `PERFORM pg_notify('${edgeChannel}', '${kind} ' || ${id});`;

/** Undefined when the revision has moved on. */
export function readNotification(payload: string): ChangeElsewhere | undefined {
  const [kind = '', id = '', ...rest] = payload.split(' ');
  const within = () => readId(rest.join(' '));
  switch (kind) {
    case 'device':
      return { kind, environmentId: id, deviceId: within() };
    case 'user':
      return { kind, environmentId: id, userId: within() };
    case 'groups':
      return { kind, projectId: id, userId: within() };
    case 'member':
      return { kind, memberId: id };
    default:
      return undefined;
  }
}
