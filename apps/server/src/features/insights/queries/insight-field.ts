import { type FieldPath, type PersonField, parseFieldPath, parsePersonField } from '@lamppost/protocol';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import type { PersonJoin } from './person-join.ts';

/**
 * A field of an event as SQL over the alias `ev` (a row of `events`) and, for `person_id`, `owner` (see persons.ts of the
 * engine), or what `joins` says (see person-joins.ts of the engine). Absent values are NULL.
 */
export type InsightField = { readonly joins?: readonly PersonJoin[] | undefined } & FieldSql;

type FieldSql =
  /** Text, in a column of its own. */
  | { readonly kind: 'text'; readonly text: string; readonly isPerson: boolean }
  /** As the engine stores times, in UTC; `text` is the same in ISO 8601. */
  | { readonly kind: 'time'; readonly time: string; readonly text: string; readonly isPerson: false }
  /** Anywhere in a JSON column: as JSON, its text, its number when it is a JSON number, its boolean when it is one. */
  | {
      readonly kind: 'json';
      readonly json: string;
      readonly text: string;
      readonly number: string;
      readonly boolean: string;
      readonly isPerson: false;
    }
  /** A list of texts, sorted, never NULL; `text` is its elements with commas between, NULL when there are none. */
  | { readonly kind: 'list'; readonly list: string; readonly text: string; readonly isPerson: false };

/** What an engine knows of fields. */
export interface EngineFields {
  /** Fields with a name of their own. */
  readonly named: Readonly<Record<string, InsightField>>;
  readonly json: (path: FieldPath) => InsightField;
  readonly person: (field: PersonField) => InsightField;
}

/** Finds a field that must be one; `at` names its place in the query. */
export const fieldFinder =
  ({ named, json, person }: EngineFields) =>
  (name: string, at: string): InsightField => {
    const own = Object.hasOwn(named, name) ? named[name] : undefined;
    if (own !== undefined) return own;
    const ofPerson = parsePersonField(name);
    if (ofPerson !== undefined) return person(ofPerson);
    const path = parseFieldPath(name);
    if (path === undefined) throw new QueryRejected(at, `unknown field: ${name}`);
    return json(path);
  };
