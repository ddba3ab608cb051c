import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { joinOwners } from '../../../analytics/clickhouse/relations/persons.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { InsightParams, Moment } from '../queries/insight-params.ts';
import { filtersSql } from './insight-filters.ts';

export interface EventChoice {
  /** Only events of these names; all when absent. */
  readonly names?: readonly string[];
  /** Whether PERSON_KEY or PERSON_ID is needed, in addition to what the filters need. */
  readonly needsPerson: boolean;
}

/** `FROM … WHERE …` for the events that an insight is about, each as `ev`. */
export function insightEvents(
  { scope, filters }: Pick<InsightParams, 'scope' | 'filters'>,
  { fromMs, toMs }: Pick<Moment, 'fromMs' | 'toMs'>,
  { names, needsPerson }: EventChoice,
): string {
  const conditions = filtersSql(filters, 'query.filters');
  const needsOwner = needsPerson || conditions.some(({ isPerson }) => isPerson);
  const ofEvents = [
    inScope(scope),
    `ts_ms >= ${millis(fromMs)}`,
    `ts_ms < ${millis(toMs)}`,
    ...(names === undefined ? [] : [`name IN (${[...new Set(names)].map(quoted).join(', ')})`]),
  ];
  const where = conditions.map(({ sql }) => `(${sql})`);
  return `FROM (SELECT * FROM ${visible('events')} WHERE ${ofEvents.join(' AND ')}) AS ev
    ${needsOwner ? joinOwners(scope) : ''} ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}`;
}
