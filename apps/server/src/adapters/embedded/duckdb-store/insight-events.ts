import type { InsightQuestion, Moment } from '../../../analytics/queries/insight-question.ts';
import { type FilterSql, filtersSql } from './insight-filters.ts';
import { JOIN_OWNER, owners } from './persons.ts';
import { everywhere } from './recent-rows.ts';
import { quoted, timeLiteral } from './sql-text.ts';

/** The events that an insight is about. */
export interface InsightEvents {
  /** Members of the WITH clause, in front of others. */
  readonly withs: readonly string[];
  /** `FROM … WHERE …`, with the event as `ev`. */
  readonly from: string;
}

export interface EventChoice {
  /** Only events of these names; all when absent. */
  readonly names?: readonly string[];
  /** Whether an expression needs the person, besides what the filters need. */
  readonly isPerson: boolean;
}

export function insightEvents(
  { scope, filters }: InsightQuestion,
  { fromMs, toMs }: Moment,
  { names, isPerson }: EventChoice,
): InsightEvents {
  const conditions: readonly FilterSql[] = filtersSql(filters, 'query.filters');
  const needsPerson = isPerson || conditions.some((condition) => condition.isPerson);
  const where = [
    `ev.p = ${quoted(scope.projectId)}::UUID`,
    `ev.e = ${quoted(scope.environmentId)}::UUID`,
    `ev.ts >= ${timeLiteral(fromMs)}`,
    `ev.ts < ${timeLiteral(toMs)}`,
    ...(names === undefined ? [] : [`ev.name IN (${[...new Set(names)].map(quoted).join(', ')})`]),
    ...conditions.map(({ sql }) => `(${sql})`),
  ];
  return {
    withs: needsPerson ? [owners(scope)] : [],
    from: `FROM ${everywhere('events')} AS ev ${needsPerson ? JOIN_OWNER : ''} WHERE ${where.join(' AND ')}`,
  };
}

export const withClause = (members: readonly string[]): string =>
  members.length === 0 ? '' : `WITH ${members.join(', ')} `;
