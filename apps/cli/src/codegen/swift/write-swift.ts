import { aboutOf, GENERATED } from '../about.ts';
import { camelCase, identifiersOf, pascalCase } from '../identifiers.ts';
import type { CodegenModel, EventModel, ExperimentModel, FlagModel } from '../model.ts';
import { writeSignatures } from '../signature.ts';
import { swiftComment, swiftDeprecated, swiftName, swiftString, swiftValue } from './swift-syntax.ts';
import { writeSwiftEvents } from './write-swift-events.ts';
import { writeSwiftExperiments } from './write-swift-experiments.ts';

/** Enums of keys and variants, structs of events, and accessors on a client that the app lets conform. */
export function writeSwift(model: CodegenModel): string {
  return `${[
    `// ${GENERATED}`,
    'import Foundation',
    CLIENT,
    ...optional(model.flags, writeFlags),
    ...optional(model.experiments, (experiments: readonly ExperimentModel[]) =>
      writeSwiftExperiments(
        experiments,
        identifiersOf(
          experiments.map(({ key }) => key),
          pascalCase,
        ),
      ),
    ),
    ...optional(model.events, (events: readonly EventModel[]) =>
      writeSwiftEvents(
        events,
        identifiersOf(
          events.map(({ name }) => name),
          pascalCase,
        ),
      ),
    ),
    writeSignatures(model),
  ].join('\n\n')}\n`;
}

/** An enum without cases cannot have a raw type: nothing is written of nothing. */
const optional = <T>(rows: readonly T[], write: (rows: readonly T[]) => string): string[] =>
  rows.length === 0 ? [] : [write(rows)];

const CLIENT = `/// The required part of a client: make yours conform to it.
public protocol LamppostReading {
    func flag(_ key: String, fallback: Bool) -> Bool
    func flag(_ key: String, fallback: String) -> String
    func flag(_ key: String, fallback: Double) -> Double
    func json(_ key: String, fallback: Any) -> Any
    func experiment(_ key: String) -> (variant: String, payload: [String: Any])?
    func track(_ name: String, properties: [String: Any])
}`;

const TYPES: Readonly<Record<FlagModel['type'], string>> = {
  boolean: 'Bool',
  string: 'String',
  number: 'Double',
  json: 'Any',
};

function writeFlags(flags: readonly FlagModel[]): string {
  const names = identifiersOf(
    flags.map(({ key }) => key),
    camelCase,
  );
  const nameOf = (key: string): string => swiftName(names.get(key) ?? key);
  const cases = flags.flatMap((flag) => [
    ...swiftComment(aboutOf(flag), '    '),
    `    case ${nameOf(flag.key)} = ${swiftString(flag.key)}`,
  ]);
  const accessors = flags.flatMap((flag) => [
    ...swiftComment(aboutOf(flag), '    '),
    ...swiftDeprecated(flag.isDeprecated, '    '),
    `    public var ${nameOf(flag.key)}: ${TYPES[flag.type]} {`,
    `        return client.${flag.type === 'json' ? 'json' : 'flag'}(LamppostFlag.${nameOf(flag.key)}.rawValue, fallback: ${swiftValue(flag.defaultValue)})`,
    '    }',
  ]);
  return [
    '/// Keys of all flags.',
    'public enum LamppostFlag: String, CaseIterable {',
    ...cases,
    '}',
    '',
    '/// Values of flags; the default of a flag when the client has none.',
    'public struct LamppostFlags {',
    '    private let client: LamppostReading',
    '',
    '    public init(_ client: LamppostReading) {',
    '        self.client = client',
    '    }',
    '',
    ...accessors,
    '}',
  ].join('\n');
}
