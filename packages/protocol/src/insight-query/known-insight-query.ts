import type { Wire } from '../schemas/index.ts';
import { type FilledInsightQuery, fillInsightQuery } from './complete-insight-query.ts';

export interface KnownInsightQuery {
  readonly query: FilledInsightQuery;
  /** Members that were left out, by their path: `order`, `filters.0.negate`. */
  readonly unknown: readonly string[];
}

/** A query that was stored before unknown members were refused, without them. */
export function knownInsightQuery(stored: Wire['InsightQuery']): KnownInsightQuery {
  const query = fillInsightQuery(stored);
  return { query, unknown: missingFrom(query, stored, '').sort() };
}

/** The paths of what `value` has and `kept` has not. */
function missingFrom(kept: unknown, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
  return Object.entries(value).flatMap(([key, member]) =>
    Object.hasOwn(members, key) ? missingFrom(members[key], member, `${path}${key}.`) : [`${path}${key}`],
  );
}
