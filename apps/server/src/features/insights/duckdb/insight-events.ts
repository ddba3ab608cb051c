import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { joinOwnerKeysOf, joinOwnersOf } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { InsightParams, Moment } from '../queries/insight-params.ts';
import { filtersSql } from './insight-filters.ts';

export interface EventChoice {
  /** Only events of these names; all when absent. */
  readonly names?: readonly string[];
  /** What is needed of the person, in addition to what the filters need: PERSON_KEY, or PERSON_ID as well. */
  readonly person: 'none' | 'key' | 'id';
}

/** `FROM … WHERE …` for the events that an insight is about, each as `ev`. */
export function insightEvents(
  { scope, filters }: Pick<InsightParams, 'scope' | 'filters'>,
  { fromMs, toMs }: Pick<Moment, 'fromMs' | 'toMs'>,
  { names, person }: EventChoice,
): string {
  const conditions = filtersSql(filters, 'query.filters');
  const needsId = person === 'id' || conditions.some(({ isPerson }) => isPerson);
  const join = needsId ? joinOwnersOf(scope) : person === 'key' ? joinOwnerKeysOf(scope) : '';
  const where = [
    `ev.p = ${quoted(scope.projectId)}::UUID`,
    `ev.e = ${quoted(scope.environmentId)}::UUID`,
    `ev.ts >= ${timeLiteral(fromMs)}`,
    `ev.ts < ${timeLiteral(toMs)}`,
    ...(names === undefined ? [] : [`ev.name IN (${[...new Set(names)].map(quoted).join(', ')})`]),
    ...conditions.map(({ sql }) => `(${sql})`),
  ];
  return `FROM ${everywhere('events')} AS ev ${join} WHERE ${where.join(' AND ')}`;
}
