import type { Scope } from '../../../edge/scope.ts';
import { quoted, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { EventFilter } from '../../event-filter.ts';
import { anyHas } from './text-search.ts';

/** Rows of one environment, as SQL. */
export const inScope = ({ projectId, environmentId }: Scope): string =>
  `p = ${uuid(projectId)} AND e = ${uuid(environmentId)}`;

const SEARCHED = ['name', 'user_id', 'anonymous_id', 'device_id', 'session_id', 'properties'];

/** A moment as SQL, of the type of the store's times. */
export const millis = (ms: number): string => `${Math.trunc(ms)}`;

export function eventConditions(scope: Scope, filter: EventFilter): string {
  const texts = {
    name: filter.event,
    user_id: filter.userId,
    anonymous_id: filter.anonymousId,
    device_id: filter.deviceId,
    session_id: filter.sessionId,
  };
  const conditions = [inScope(scope)];
  for (const [column, value] of Object.entries(texts)) {
    if (value !== undefined) conditions.push(`${column} = ${quoted(value)}`);
  }
  if (filter.fromMs !== undefined) conditions.push(`ts_ms >= ${millis(filter.fromMs)}`);
  if (filter.toMs !== undefined) conditions.push(`ts_ms < ${millis(filter.toMs)}`);
  if (filter.search !== undefined) conditions.push(anyHas(SEARCHED, filter.search));
  return conditions.join(' AND ');
}
