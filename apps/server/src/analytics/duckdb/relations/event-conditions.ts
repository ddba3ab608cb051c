import type { DuckDBValue } from '@duckdb/node-api';
import type { Scope } from '../../../edge/scope.ts';
import type { EventFilter } from '../../event-filter.ts';
import { anyHas } from './text-search.ts';

/** Conditions with their values, joined by AND. */
export class Conditions {
  readonly values: DuckDBValue[] = [];
  readonly #parts: string[] = [];
  readonly #costly: string[] = [];

  /** Each `?` of the condition takes one value. */
  where(condition: string, ...values: readonly DuckDBValue[]): this {
    this.#parts.push(condition);
    this.values.push(...values);
    return this;
  }

  /** One without values that takes long for each row. */
  whereCostly(condition: string): this {
    this.#costly.push(condition);
    return this;
  }

  get sql(): string {
    return [...this.#parts, ...this.#costly].join(' AND ');
  }

  /** Without the costly ones; the same values go with it. */
  get cheapSql(): string {
    return this.#parts.join(' AND ');
  }
}

export const inScope = (scope: Scope): Conditions =>
  new Conditions().where('p = ?::UUID', scope.projectId).where('e = ?::UUID', scope.environmentId);

const SEARCHED = { short: ['name', 'user_id', 'anonymous_id', 'device_id', 'session_id'], long: ['properties'] };

export function eventConditions(scope: Scope, filter: EventFilter): Conditions {
  const conditions = inScope(scope);
  if (filter.event !== undefined) conditions.where('name = ?', filter.event);
  if (filter.userId !== undefined) conditions.where('user_id = ?', filter.userId);
  if (filter.anonymousId !== undefined) conditions.where('anonymous_id = ?', filter.anonymousId);
  if (filter.deviceId !== undefined) conditions.where('device_id = ?', filter.deviceId);
  if (filter.sessionId !== undefined) conditions.where('session_id = ?', filter.sessionId);
  if (filter.fromMs !== undefined)
    conditions.where('ts >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS', millis(filter.fromMs));
  if (filter.toMs !== undefined)
    conditions.where('ts < make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS', millis(filter.toMs));
  if (filter.search !== undefined) conditions.whereCostly(anyHas(SEARCHED, filter.search));
  return conditions;
}

export const millis = (ms: number): bigint => BigInt(Math.trunc(ms));
