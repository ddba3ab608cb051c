import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { joinOwners } from '../../../analytics/clickhouse/relations/persons.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../edge/scope.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { EventSelection } from '../queries/event-selection.ts';
import type { FilterSql } from '../queries/filter-conditions.ts';
import type { Moment } from '../queries/insight-params.ts';
import { joinPlan } from '../queries/person-fields.ts';
import type { PersonNeeds } from '../queries/person-join.ts';
import { personJoins } from './person-joins.ts';

export interface EventChoice {
  /** Only these events; any when absent. */
  readonly events?: EventSelection | undefined;
  /** Whether PERSON_KEY or PERSON_ID is needed, in addition to what the filters need. */
  readonly needsPerson: boolean;
  /** Fields and conditions that the query has beside the filters. */
  readonly uses?: readonly PersonNeeds[];
}

/** `FROM … WHERE …` for the events of an environment that the conditions hold for, each as `ev`. */
export function eventsSource(
  scope: Scope,
  conditions: readonly FilterSql[],
  window: Pick<Moment, 'fromMs' | 'toMs'> | undefined,
  { events = null, needsPerson, uses = [] }: EventChoice,
): string {
  const plan = joinPlan([...conditions, ...uses]);
  const needsOwner = needsPerson || plan.needsId || plan.needsOwner;
  const ofEvents = [
    inScope(scope),
    ...(window === undefined ? [] : [`ts_ms >= ${millis(window.fromMs)}`, `ts_ms < ${millis(window.toMs)}`]),
    ...(events === null ? [] : [isNamed('name', events)]),
  ];
  const where = conditions.map(({ sql }) => `(${sql})`);
  return `FROM (SELECT * FROM ${visible('events')} WHERE ${ofEvents.join(' AND ')}) AS ev
    ${needsOwner ? joinOwners(scope) : ''} ${personJoins(scope, plan)} ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}`;
}

/** Whether an event with this name is meant. */
export const isNamed = (name: string, events: EventSelection): string =>
  events === null ? 'true' : `${name} IN (${[...new Set(events)].map(quoted).join(', ')})`;
