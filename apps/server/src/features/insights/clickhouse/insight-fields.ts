import { type FieldPath, sqlTables } from '@lamppost/protocol';
import { doubleText } from '../../../analytics/clickhouse/relations/double-text.ts';
import { isoText } from '../../../analytics/clickhouse/relations/iso-time.ts';
import { exactDocument, exactJson, jsonMember } from '../../../analytics/clickhouse/relations/json-member.ts';
import { PERSON_ID } from '../../../analytics/clickhouse/relations/persons.ts';
import { type EngineFields, fieldFinder, type InsightField } from '../queries/insight-field.ts';
import { personFieldFinder } from '../queries/person-fields.ts';

const timeField = (column: string): InsightField => ({
  kind: 'time',
  time: column,
  text: isoText(column),
  isPerson: false,
});

/** Variants are texts; a number that somebody sent in place of one is written as DuckDB writes it. */
const variantText = `multiIf(startsWith(x.2, '"'), JSONExtractString(x.2),
  match(x.2, '^-?[0-9]+[.e]'), ifNull(${doubleText('toFloat64OrNull(x.2)')}, x.2), x.2)`;

/** `key:variant` of every experiment that the event was sent with. */
function experimentsOf(context: string): string {
  const inside = (document: string): string => `JSONExtractKeysAndValuesRaw(${document}, 'experiments')`;
  const plain = inside(context);
  const isExactNeeded = `if(empty(${plain}), NOT isValidJSON(${context}), arrayExists(x -> NOT startsWith(x.2, '"'), ${plain}))`;
  const exact = `arrayMap(x -> (x.1, ${exactJson('x.2')}), ${inside(exactDocument(context))})`;
  const found = `arrayFilter(x -> x.2 != 'null', if(${isExactNeeded}, ${exact}, ${plain}))`;
  return `arraySort(arrayMap(x -> concat(x.1, ':', ${variantText}), ${found}))`;
}

const experiments = experimentsOf("ifNull(ev.context, '')");

const special: Readonly<Record<string, InsightField>> = {
  event_name: { kind: 'text', text: 'ev.name', isPerson: false },
  person_id: { kind: 'text', text: PERSON_ID, isPerson: true },
  active_experiments: {
    kind: 'list',
    list: experiments,
    text: `nullIf(arrayStringConcat(${experiments}, ','), '')`,
    isPerson: false,
  },
  timestamp: timeField('ev.ts_ms'),
  received_at: timeField('ev.received_ms'),
};

const ownColumns = sqlTables.events.columns.filter(
  ({ name, type }) => type === 'text' && !/^(?:event_)?id$/.test(name),
);

/** Fields with a name of their own. */
const namedFields: EngineFields['named'] = {
  ...Object.fromEntries(ownColumns.map(({ name }) => [name, { kind: 'text', text: `ev.${name}`, isPerson: false }])),
  ...special,
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
  text,
  // As JSON a text keeps its quotes, so only what is a number in JSON is read as one.
  number: `toFloat64OrNull(${json})`,
  boolean: `arrayElement(arrayMap(json -> multiIf(json = 'true', true, json = 'false', false, NULL), [${json}]), 1)`,
  isPerson: false,
});

/** A field that must be one; `at` names its place in the query. */
export const requiredField = fieldFinder({
  named: namedFields,
  json: ({ root, readings }) => jsonField(jsonColumns[root], readings),
  person: personFieldFinder({ json: jsonField, time: timeField }),
});
