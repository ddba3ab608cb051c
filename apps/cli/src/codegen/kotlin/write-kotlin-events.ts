import { choicesOf } from '../choices-of.ts';
import { camelCase, identifiersOf, pascalCase, screamingCase } from '../identifiers.ts';
import type { EventModel } from '../model.ts';
import type { Field } from '../shape.ts';
import { kotlinComment, kotlinDeprecated, kotlinName, kotlinString, kotlinTypeOf } from './kotlin-syntax.ts';

/** A class for each event: what is required must be given, a choice of texts is an enum. */
export function writeKotlinEvents(events: readonly EventModel[], types: ReadonlyMap<string, string>): string {
  return [
    '/** An event with its properties. */',
    'interface LamppostEvent {',
    '    val eventName: String',
    '    val eventProperties: Map<String, Any?>',
    '}',
    '',
    'fun LamppostReading.track(event: LamppostEvent) {',
    '    track(event.eventName, event.eventProperties)',
    '}',
    ...events.map((event) => `\n${writeEvent(event, `${types.get(event.name)}Event`)}`),
  ].join('\n');
}

function writeEvent(event: EventModel, type: string): string {
  const fields = [...event.properties.fields].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const names = identifiersOf(
    fields.map(({ name }) => name),
    camelCase,
    ['eventName', 'eventProperties'],
  );
  const choices = identifiersOf(
    fields.flatMap(({ name, shape }) => (choicesOf(shape) === undefined ? [] : [name])),
    pascalCase,
  );
  const nameOf = ({ name }: Field): string => kotlinName(names.get(name) ?? '');
  const typeOf = ({ name, shape }: Field): string => choices.get(name) ?? kotlinTypeOf(shape);
  const parameters = fields.map((field, index) => {
    const isLast = index === fields.length - 1;
    return `    val ${nameOf(field)}: ${typeOf(field)}${field.isRequired ? '' : '? = null'}${isLast ? '' : ','}`;
  });
  const head =
    fields.length === 0
      ? [`class ${type} : LamppostEvent {`]
      : [`class ${type}(`, ...parameters, ') : LamppostEvent {'];
  return [
    ...kotlinComment(event.description ?? '', ''),
    ...kotlinDeprecated(event.isDeprecated, ''),
    ...head,
    ...fields.flatMap((field) => {
      const texts = choicesOf(field.shape);
      return texts === undefined ? [] : [...writeChoice(choices.get(field.name) ?? '', texts), ''];
    }),
    `    override val eventName: String = ${kotlinString(event.name)}`,
    '    override val eventProperties: Map<String, Any?>',
    '        get() {',
    '            val all = mutableMapOf<String, Any?>()',
    ...fields.map((field) => {
      const key = kotlinString(field.name);
      const raw = choices.has(field.name) ? '.key' : '';
      return field.isRequired
        ? `            all[${key}] = ${nameOf(field)}${raw}`
        : `            if (${nameOf(field)} != null) all[${key}] = ${nameOf(field)}${raw}`;
    }),
    '            return all',
    '        }',
    '}',
  ].join('\n');
}

function writeChoice(type: string, texts: readonly string[]): string[] {
  const names = identifiersOf(texts, screamingCase);
  return [
    `    enum class ${type}(val key: String) {`,
    texts.map((text) => `        ${names.get(text)}(${kotlinString(text)})`).join(',\n'),
    '    }',
  ];
}
