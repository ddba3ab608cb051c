import { choicesOf } from '../choices-of.ts';
import { camelCase, identifiersOf, pascalCase } from '../identifiers.ts';
import type { EventModel } from '../model.ts';
import type { Field } from '../shape.ts';
import { swiftComment, swiftDeprecated, swiftName, swiftString, swiftTypeOf } from './swift-syntax.ts';

/** A struct for each event: what is required must be given, a choice of texts is an enum. */
export function writeSwiftEvents(events: readonly EventModel[], types: ReadonlyMap<string, string>): string {
  return [
    '/// An event with its properties.',
    'public protocol LamppostEvent {',
    '    static var name: String { get }',
    '    var properties: [String: Any] { get }',
    '}',
    '',
    'public extension LamppostReading {',
    '    func track<E: LamppostEvent>(_ event: E) {',
    '        track(E.name, properties: event.properties)',
    '    }',
    '}',
    ...events.map((event) => `\n${writeEvent(event, `${types.get(event.name)}Event`)}`),
  ].join('\n');
}

function writeEvent(event: EventModel, type: string): string {
  const fields = [...event.properties.fields].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const names = identifiersOf(
    fields.map(({ name }) => name),
    camelCase,
    ['name', 'properties', 'all'],
  );
  const choices = identifiersOf(
    fields.flatMap(({ name, shape }) => (choicesOf(shape) === undefined ? [] : [name])),
    pascalCase,
  );
  const typeOf = ({ name, shape }: Field): string => choices.get(name) ?? swiftTypeOf(shape);
  const nameOf = ({ name }: Field): string => swiftName(names.get(name) ?? '');
  const parameters = fields.map((field) => `${nameOf(field)}: ${typeOf(field)}${field.isRequired ? '' : '? = nil'}`);
  return [
    ...swiftComment(event.description ?? '', ''),
    ...swiftDeprecated(event.isDeprecated, ''),
    `public struct ${type}: LamppostEvent {`,
    `    public static let name = ${swiftString(event.name)}`,
    ...fields.flatMap((field) => {
      const texts = choicesOf(field.shape);
      return texts === undefined ? [] : ['', ...writeChoice(choices.get(field.name) ?? '', texts)];
    }),
    ...(fields.length === 0 ? [] : ['']),
    ...fields.flatMap((field) => [
      ...swiftComment(field.description ?? '', '    '),
      `    public let ${nameOf(field)}: ${typeOf(field)}${field.isRequired ? '' : '?'}`,
    ]),
    '',
    `    public init(${parameters.join(', ')}) {`,
    ...fields.map((field) => `        self.${nameOf(field)} = ${nameOf(field)}`),
    '    }',
    '',
    '    public var properties: [String: Any] {',
    `        ${fields.length === 0 ? 'let' : 'var'} all: [String: Any] = [:]`,
    ...fields.map((field) => {
      const raw = choices.has(field.name) ? '.rawValue' : '';
      const key = swiftString(field.name);
      return field.isRequired
        ? `        all[${key}] = ${nameOf(field)}${raw}`
        : `        if let value = ${nameOf(field)} { all[${key}] = value${raw} }`;
    }),
    '        return all',
    '    }',
    '}',
  ].join('\n');
}

function writeChoice(type: string, texts: readonly string[]): string[] {
  const names = identifiersOf(texts, camelCase);
  return [
    `    public enum ${type}: String, CaseIterable {`,
    ...texts.map((text) => `        case ${swiftName(names.get(text) ?? '')} = ${swiftString(text)}`),
    '    }',
  ];
}
