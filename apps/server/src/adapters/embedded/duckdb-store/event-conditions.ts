import type { DuckDBValue } from '@duckdb/node-api';
import type { EventFilter } from '../../../analytics/queries/events.ts';
import type { Scope } from '../../../analytics/scope.ts';

/** Conditions with their values, joined by AND. */
export class Conditions {
  readonly values: DuckDBValue[] = [];
  readonly #parts: string[] = [];

  /** Each `?` of the condition takes one value. */
  where(condition: string, ...values: readonly DuckDBValue[]): this {
    this.#parts.push(condition);
    this.values.push(...values);
    return this;
  }

  get sql(): string {
    return this.#parts.join(' AND ');
  }
}

export const inScope = (scope: Scope): Conditions =>
  new Conditions().where('p = ?::UUID', scope.projectId).where('e = ?::UUID', scope.environmentId);

export function eventConditions(scope: Scope, filter: EventFilter): Conditions {
  const conditions = inScope(scope);
  if (filter.event !== undefined) conditions.where('name = ?', filter.event);
  if (filter.userId !== undefined) conditions.where('user_id = ?', filter.userId);
  if (filter.anonymousId !== undefined) conditions.where('anonymous_id = ?', filter.anonymousId);
  if (filter.deviceId !== undefined) conditions.where('device_id = ?', filter.deviceId);
  if (filter.fromMs !== undefined)
    conditions.where('ts >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS', millis(filter.fromMs));
  if (filter.toMs !== undefined)
    conditions.where('ts < make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS', millis(filter.toMs));
  return conditions;
}

export const millis = (ms: number): bigint => BigInt(Math.trunc(ms));
