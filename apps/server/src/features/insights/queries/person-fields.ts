import { createHash } from 'node:crypto';
import type { FieldPath, PersonField } from '@lamppost/protocol';
import type { InsightField } from './insight-field.ts';
import type { PersonNeeds } from './person-join.ts';

/** Aliases of what is joined. */
export const USER_NOW = 'user_now';
export const USER_THEN = 'user_was';
export const PERSON_EVER = 'person_ever';

/** How an engine reads fields of persons. */
export interface PersonFieldDialect {
  json(column: string, readings: FieldPath['readings']): InsightField;
  /** A column of times as a field. */
  time(column: string): InsightField;
}

/** A field of a person as SQL over what it has joined. */
export const personFieldFinder =
  ({ json, time }: PersonFieldDialect) =>
  (field: PersonField): InsightField => {
    switch (field.of) {
      case 'user':
        return attribute('user', USER_NOW, field.readings, json);
      case 'user_then':
        return attribute('user_then', USER_THEN, field.readings, json);
      case 'first_seen':
        return { ...time(`${PERSON_EVER}.first_seen`), joins: [{ of: 'first_seen' }] };
      case 'flag':
      case 'experiment': {
        const { text } = json('ev.context', [[`${field.of}s`, field.key]]);
        return { kind: 'text', text, isPerson: false };
      }
    }
  };

/** Read once for each user and not for each event: every SQL of the field is a column of what is joined. */
function attribute(
  of: 'user' | 'user_then',
  alias: string,
  readings: FieldPath['readings'],
  json: PersonFieldDialect['json'],
): InsightField {
  const name = createHash('sha256').update(JSON.stringify(readings)).digest('hex').slice(0, 24);
  const field = json('attributes', readings);
  const { kind: _, isPerson: __, joins: ___, ...parts } = field;
  const columns = Object.entries(parts).map(([part, sql]) => [part, `attribute_${name}_${part}`, sql] as const);
  return {
    ...field,
    ...Object.fromEntries(columns.map(([part, column]) => [part, `${alias}.${column}`])),
    joins: [{ of, columns: Object.fromEntries(columns.map(([, column, sql]) => [column, sql])) }],
  };
}

/** Everything that is to be joined, once. */
export interface JoinPlan {
  readonly needsId: boolean;
  readonly needsOwner: boolean;
  readonly user: Readonly<Record<string, string>> | undefined;
  readonly userThen: Readonly<Record<string, string>> | undefined;
  readonly needsFirstSeen: boolean;
}

export function joinPlan(needs: readonly PersonNeeds[]): JoinPlan {
  const joins = needs.flatMap((need) => need.joins ?? []);
  const columnsOf = (of: 'user' | 'user_then'): Readonly<Record<string, string>> | undefined => {
    const found = joins.filter((join) => join.of === of);
    return found.length === 0
      ? undefined
      : Object.assign({}, ...found.map((join) => ('columns' in join ? join.columns : {})));
  };
  return {
    needsId: needs.some(({ isPerson }) => isPerson),
    needsOwner: joins.length > 0,
    user: columnsOf('user'),
    userThen: columnsOf('user_then'),
    needsFirstSeen: joins.some(({ of }) => of === 'first_seen'),
  };
}
