import { QueryRejected, QueryTooHeavy, StoreUnavailable } from '../../analytics-store.ts';

/** Codes of ClickHouse for a query that took more than it may have. */
const TOO_HEAVY: ReadonlySet<string> = new Set([
  'TIMEOUT_EXCEEDED',
  'TOO_SLOW',
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_ROWS',
  'TOO_MANY_BYTES',
  'TOO_MANY_ROWS_OR_BYTES',
  'SET_SIZE_LIMIT_EXCEEDED',
]);

/** Codes that say something about the server, not about the query. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'QUERY_WAS_CANCELLED',
  'SERVER_OVERLOADED',
  'ABORTED',
  'TABLE_IS_READ_ONLY',
  'ALL_CONNECTION_TRIES_FAILED',
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
  'KEEPER_EXCEPTION',
  'REPLICA_IS_NOT_IN_QUORUM',
  'ALL_REPLICAS_ARE_STALE',
  'NO_ACTIVE_REPLICAS',
  'AUTHENTICATION_FAILED',
  'UNKNOWN_DATABASE',
  'UNKNOWN_TABLE',
]);

/** What an error of a statement means to those who asked. */
export function clickhouseFailure(error: unknown): unknown {
  if (error instanceof QueryRejected || error instanceof QueryTooHeavy || error instanceof StoreUnavailable)
    return error;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  if (typeof type === 'string') {
    if (TOO_HEAVY.has(type)) return new QueryTooHeavy('needs more time or memory than a query may use');
    if (UNAVAILABLE.has(type)) return new StoreUnavailable('ClickHouse is not responding', { cause: error });
    return error;
  }
  // Errors of the connection have a code of Node; the client gives up after its time without one.
  const isOfConnection = typeof code === 'string' || (error instanceof Error && /timeout|socket/i.test(error.message));
  return isOfConnection ? new StoreUnavailable('ClickHouse cannot be reached', { cause: error }) : error;
}
