import { hash } from 'node:crypto';
import type { Scope } from '../../edge/scope.ts';
import type { LogRecord } from './log-record.ts';

/**
 * Records that take something away again. They are records like any other, so a store that is built anew from the log
 * takes the same away.
 *
 * `erase` names whom only by hashes: the record outlives what it erases. It reaches what stands before it in its own log,
 * and in other logs what was received until then.
 * `expire` reaches everything that was received before a moment.
 */
type SubjectIdKind = 'user' | 'anonymous' | 'device';

export interface ErasedIds {
  readonly users: readonly string[];
  /** Their rows without a user. */
  readonly anonymous: readonly string[];
  /** Their rows without a user and without an anonymous id. */
  readonly devices: readonly string[];
  /** All rows that name them. */
  readonly wholeDevices: readonly string[];
}

/** SHA-256 over `<environment>/<kind>/<id>`, in hexadecimal. The id as the store has it: well-formed and without NUL. */
const subjectHash = (environmentId: string, kind: SubjectIdKind, id: string): string =>
  hash('sha256', `${environmentId}/${kind}/${id.toWellFormed().replaceAll('\u0000', '')}`, 'hex');

export function eraseRecord(scope: Scope, removalId: string, ids: ErasedIds, receivedAtMs: number): LogRecord {
  const hashes = (kind: SubjectIdKind, of: readonly string[]) =>
    of.map((id) => subjectHash(scope.environmentId, kind, id));
  const body = {
    id: removalId,
    users: hashes('user', ids.users),
    anonymous: hashes('anonymous', ids.anonymous),
    devices: hashes('device', ids.devices),
    whole_devices: hashes('device', ids.wholeDevices),
  };
  return { kind: 'erase', ...scope, receivedAtMs, body: Buffer.from(JSON.stringify(body)) };
}

export const expireRecord = (scope: Scope, removalId: string, beforeMs: number, receivedAtMs: number): LogRecord => ({
  kind: 'expire',
  ...scope,
  receivedAtMs,
  body: Buffer.from(JSON.stringify({ id: removalId, before: beforeMs })),
});
