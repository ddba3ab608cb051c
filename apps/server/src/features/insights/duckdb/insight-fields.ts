import { type FieldPath, parseFieldPath } from '@lamppost/protocol';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { jsonMember } from '../../../analytics/duckdb/relations/json-member.ts';
import { PERSON_ID } from '../../../analytics/duckdb/relations/persons.ts';
import { contextColumns } from '../../../analytics/duckdb/store-schema.ts';

/**
 * A field of an event as SQL over the alias `ev` (a row of `events`) and, for `person_id`, `owner` (see persons.ts).
 * Absent values are NULL.
 */
export type InsightField =
  /** Text, in a column of its own. */
  | { readonly kind: 'text'; readonly text: string; readonly isPerson: boolean }
  /** TIMESTAMP_MS in UTC; `text` is the same in ISO 8601. */
  | { readonly kind: 'time'; readonly time: string; readonly text: string; readonly isPerson: false }
  /** Anywhere in a JSON column: its text, its number when it is a JSON number, its boolean when it is one. */
  | {
      readonly kind: 'json';
      readonly text: string;
      readonly number: string;
      readonly boolean: string;
      readonly isPerson: false;
    }
  /** VARCHAR[], sorted, never NULL; `text` is its elements with commas between, NULL when there are none. */
  | { readonly kind: 'list'; readonly list: string; readonly text: string; readonly isPerson: false };

const isoText = (time: string): string => `strftime(${time}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

const textField = (column: string): InsightField => ({ kind: 'text', text: `ev.${column}`, isPerson: false });
const timeField = (column: string): InsightField => ({
  kind: 'time',
  time: `ev.${column}`,
  text: isoText(`ev.${column}`),
  isPerson: false,
});

/** `key:variant` of every experiment that the event was sent with. */
const experiments = `coalesce(list_sort(list_filter(list_transform(
  map_entries(TRY_CAST(json_extract(ev.context, '/experiments') AS MAP(VARCHAR, VARCHAR))),
  lambda x: x.key || ':' || x.value), lambda x: x IS NOT NULL)), []::VARCHAR[])`;

const hiddenColumns = new Set(['app_build', 'app_namespace']);

/** Fields with a name of their own, in the order of their columns in `events`. */
export const namedFields: Readonly<Record<string, InsightField>> = {
  event_name: textField('name'),
  type: textField('type'),
  ...Object.fromEntries(
    Object.keys(contextColumns)
      .filter((column) => !hiddenColumns.has(column))
      .map((column) => [column, textField(column)]),
  ),
  person_id: { kind: 'text', text: PERSON_ID, isPerson: true },
  active_experiments: {
    kind: 'list',
    list: experiments,
    text: `nullif(array_to_string(${experiments}, ','), '')`,
    isPerson: false,
  },
  timestamp: timeField('ts'),
  received_at: timeField('received'),
};

const jsonColumns = { event_properties: 'ev.properties', event_context: 'ev.context' } as const;

/** Undefined for a name that is no field. */
function insightField(name: string): InsightField | undefined {
  if (Object.hasOwn(namedFields, name)) return namedFields[name];
  const path = parseFieldPath(name);
  return path === undefined ? undefined : jsonField(jsonColumns[path.root], path.readings);
}

/** The same for a field that must be one; `at` names its place in the query. */
export function requiredField(name: string, at: string): InsightField {
  const field = insightField(name);
  if (field === undefined) throw new QueryRejected(at, `names no field: ${name}`);
  return field;
}

function jsonField(column: string, readings: FieldPath['readings']): InsightField {
  const { json, text } = jsonMember(column, readings);
  return {
    kind: 'json',
    // 5 and 5.0 are the same number, so they have the same text; the text "5.0" stays another one.
    text: `CASE WHEN suffix(${text}, '.0') AND TRY_CAST(${json} AS DOUBLE) IS NOT NULL THEN left(${text}, -2) ELSE ${text} END`,
    // As JSON a text keeps its quotes, so only what is a number in JSON is cast to one.
    number: `TRY_CAST(${json} AS DOUBLE)`,
    boolean: `CASE ${json} WHEN 'true' THEN true WHEN 'false' THEN false END`,
    isPerson: false,
  };
}
