import { ControlUnavailable, DatabaseRefused } from '../control-errors.ts';

/** PostgreSQL cannot be used now, and not because of what was asked: the connection is gone, or it refuses everybody. */
export class ConnectionLost extends ControlUnavailable {}

/** Two transactions met. Run again, an operation sees what the other one has done and answers accordingly. */
const CONFLICTS = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '23505', // unique violation: the other one was inserted after the check
  '23503', // foreign key violation: the other one was removed after the check
]);

/** SQLSTATE classes: connection, resources, intervention of an operator, system, authorization. */
const LOST_CLASSES = new Set(['08', '53', '57', '58', '28']);
const LOST_CODES = new Set([
  '3D000', // no such database
  '25006', // read-only: the server is a standby
  '42501', // rights
]);
const TOO_SLOW = new Set([
  '57014', // statement_timeout
  '55P03', // lock not available
  '25P03', // idle in transaction
]);

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error) ?? '');
}

/** What the driver has thrown, as callers of the control plane know it. Faults of a statement stay what they are. */
export function failureOf(error: unknown): unknown {
  if (error instanceof ControlUnavailable) return error;
  const state = sqlState(error);
  const message = `The control database is unavailable: ${reasonOf(error)}.`;
  if (state !== undefined && TOO_SLOW.has(state)) return new ControlUnavailable(message, { cause: error });
  const isLost = state === undefined || LOST_CLASSES.has(state.slice(0, 2)) || LOST_CODES.has(state);
  return isLost ? new ConnectionLost(message, { cause: error }) : error;
}

/** What only a person can put right, in one line; undefined for what passes by itself. */
export function refusalOf(error: unknown): DatabaseRefused | undefined {
  if (error instanceof DatabaseRefused) return error;
  const state = sqlState(error) ?? '';
  const why = reasonOf(error);
  if (state === '42501')
    return new DatabaseRefused(
      `The user of LP_DATABASE_URL may not create or change tables (${why}). Grant it CREATE on the schema.`,
      { mayPass: true },
    );
  if (!state.startsWith('28') && state !== '3D000') return undefined;
  return new DatabaseRefused(`The database of LP_DATABASE_URL cannot be opened: ${why}.`, { mayPass: true });
}

export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE' ? code : undefined;
}

/** Errors of several addresses have no message of their own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
