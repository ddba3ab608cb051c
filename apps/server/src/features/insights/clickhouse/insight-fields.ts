import { type FieldPath, sqlTables } from '@lamppost/protocol';
import { isoText } from '../../../analytics/clickhouse/relations/iso-time.ts';
import { exactDocument, exactJson, jsonMember, textOf } from '../../../analytics/clickhouse/relations/json-member.ts';
import { PERSON_ID } from '../../../analytics/clickhouse/relations/persons.ts';
import { type EngineFields, fieldFinder, type InsightField } from '../queries/insight-field.ts';

const timeField = (column: string): InsightField => ({
  kind: 'time',
  time: `ev.${column}`,
  text: isoText(`ev.${column}`),
  isPerson: false,
});

/** `key:variant` of every experiment that the event was sent with. */
function experimentsOf(context: string): string {
  const inside = (document: string): string => `JSONExtractKeysAndValuesRaw(${document}, 'experiments')`;
  const plain = inside(context);
  // Variants are texts; where one is not, its text must be as it is stored.
  const isExactNeeded = `if(empty(${plain}), NOT isValidJSON(${context}), arrayExists(x -> NOT startsWith(x.2, '"'), ${plain}))`;
  const exact = `arrayMap(x -> (x.1, ${exactJson('x.2')}), ${inside(exactDocument(context))})`;
  const found = `arrayFilter(x -> x.2 != 'null', if(${isExactNeeded}, ${exact}, ${plain}))`;
  return `arraySort(arrayMap(x -> concat(x.1, ':', ${textOf('x.2')}), ${found}))`;
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
  timestamp: timeField('ts_ms'),
  received_at: timeField('received_ms'),
};

const ownColumns = sqlTables.events.columns.filter(
  ({ name, type }) => type === 'text' && !/^(?:event_)?id$/.test(name),
);

/** Fields with a name of their own. */
export const namedFields: EngineFields['named'] = {
  ...Object.fromEntries(ownColumns.map(({ name }) => [name, { kind: 'text', text: `ev.${name}`, isPerson: false }])),
  ...special,
};

const jsonColumns = { event_properties: 'ev.properties', event_context: 'ev.context' } as const;

function jsonField({ root, readings }: FieldPath): InsightField {
  const { json, text } = jsonMember(jsonColumns[root], readings);
  return {
    kind: 'json',
    // 5 and 5.0 are the same number, so they have the same text; the text "5.0" stays another one.
    text: `if(endsWith(${json}, '.0'), substring(${json}, 1, length(${json}) - 2), ${text})`,
    // As JSON a text keeps its quotes, so only what is a number in JSON is read as one.
    number: `toFloat64OrNull(${json})`,
    boolean: `multiIf(${json} = 'true', true, ${json} = 'false', false, NULL)`,
    isPerson: false,
  };
}

/** A field that must be one; `at` names its place in the query. */
export const requiredField = fieldFinder({ named: namedFields, json: jsonField });
