import { type FieldPath, sqlTables } from '@lamppost/protocol';
import { isoText } from '../../../analytics/clickhouse/relations/iso-time.ts';
import { jsonMember } from '../../../analytics/clickhouse/relations/json-member.ts';
import { PERSON_ID } from '../../../analytics/clickhouse/relations/persons.ts';
import { type EngineFields, fieldFinder, type InsightField } from '../queries/insight-field.ts';
import { personFieldFinder } from '../queries/person-fields.ts';
import { activeExperiments } from './active-experiments.ts';

const timeField = (column: string): InsightField => ({
  kind: 'time',
  time: column,
  text: isoText(column),
  isPerson: false,
});

const special: Readonly<Record<string, InsightField>> = {
  event_name: { kind: 'text', text: 'ev.name', isPerson: false },
  person_id: { kind: 'text', text: PERSON_ID, isPerson: true },
  active_experiments: {
    kind: 'list',
    list: activeExperiments,
    text: `nullIf(arrayStringConcat(${activeExperiments}, ','), '')`,
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
