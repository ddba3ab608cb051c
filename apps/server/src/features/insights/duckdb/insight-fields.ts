import type { FieldPath } from '@lamppost/protocol';
import { jsonMember } from '../../../analytics/duckdb/relations/json-member.ts';
import { PERSON_ID } from '../../../analytics/duckdb/relations/persons.ts';
import { contextColumns } from '../../../analytics/duckdb/store-schema.ts';
import { fieldFinder, type InsightField } from '../queries/insight-field.ts';
import { personFieldFinder } from '../queries/person-fields.ts';

const isoText = (time: string): string => `strftime(${time}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

const textField = (column: string): InsightField => ({ kind: 'text', text: `ev.${column}`, isPerson: false });
const timeField = (column: string): InsightField => ({
  kind: 'time',
  time: column,
  text: isoText(column),
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
  timestamp: timeField('ev.ts'),
  received_at: timeField('ev.received'),
};

const jsonColumns = { event_properties: 'ev.properties', event_context: 'ev.context' } as const;

function jsonField(column: string, readings: FieldPath['readings']): InsightField {
  const { json, text } = jsonMember(column, readings);
  return jsonValue(json, text);
}

/** What JSON says, as a field. `text` is the same as text, NULL for null. */
export const jsonValue = (json: string, text: string): Extract<InsightField, { kind: 'json' }> => ({
  kind: 'json',
  json,
  // 5 and 5.0 are the same number, so they have the same text; the text "5.0" stays another one.
  text: `CASE WHEN suffix(${text}, '.0') AND TRY_CAST(${json} AS DOUBLE) IS NOT NULL THEN left(${text}, -2) ELSE ${text} END`,
  // As JSON a text keeps its quotes, so only what is a number in JSON is cast to one.
  number: `TRY_CAST(${json} AS DOUBLE)`,
  boolean: `CASE ${json} WHEN 'true' THEN true WHEN 'false' THEN false END`,
  isPerson: false,
});

/** A field that must be one; `at` names its place in the query. */
export const requiredField = fieldFinder({
  named: namedFields,
  json: ({ root, readings }) => jsonField(jsonColumns[root], readings),
  person: personFieldFinder({ json: jsonField, time: timeField }),
});
