import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { joinOwnerKeysOf, joinOwnersOf } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { EventSelection } from '../queries/event-selection.ts';
import type { FilterSql } from '../queries/filter-conditions.ts';
import type { Moment } from '../queries/insight-params.ts';
import { joinPlan } from '../queries/person-fields.ts';
import type { PersonNeeds } from '../queries/person-join.ts';
import { personJoins } from './person-joins.ts';

export interface EventChoice {
  /** Only these events; any when absent. */
  readonly events?: EventSelection | undefined;
  /** What is needed of the person, in addition to what the filters need: PERSON_KEY, or PERSON_ID as well. */
  readonly person: 'none' | 'key' | 'id';
  /** Fields and conditions that the query has beside the filters. */
  readonly uses?: readonly PersonNeeds[];
}

/** `FROM … WHERE …` for the events of an environment that the conditions hold for, each as `ev`. */
export function eventsSource(
  scope: Scope,
  conditions: readonly FilterSql[],
  window: Pick<Moment, 'fromMs' | 'toMs'> | undefined,
  { events = null, person, uses = [] }: EventChoice,
): string {
  const plan = joinPlan([...conditions, ...uses]);
  const needsId = person === 'id' || plan.needsId;
  const needsKey = person === 'key' || plan.needsOwner;
  const join = needsId ? joinOwnersOf(scope) : needsKey ? joinOwnerKeysOf(scope) : '';
  const where = [
    `ev.p = ${quoted(scope.projectId)}::UUID`,
    `ev.e = ${quoted(scope.environmentId)}::UUID`,
    ...(window === undefined ? [] : [`ev.ts >= ${timeLiteral(window.fromMs)}`, `ev.ts < ${timeLiteral(window.toMs)}`]),
    ...(events === null ? [] : [isNamed('ev.name', events)]),
    ...conditions.map(({ sql }) => `(${sql})`),
  ];
  return `FROM ${everywhere('events')} AS ev ${join} ${personJoins(scope, plan)} WHERE ${where.join(' AND ')}`;
}

/** Whether an event with this name is meant. */
export const isNamed = (name: string, events: EventSelection): string =>
  events === null ? 'true' : `${name} IN (${[...new Set(events)].map(quoted).join(', ')})`;
