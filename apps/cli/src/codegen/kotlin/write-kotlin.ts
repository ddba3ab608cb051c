import { aboutOf, GENERATED } from '../about.ts';
import { camelCase, identifiersOf, pascalCase, screamingCase } from '../identifiers.ts';
import type { CodegenModel, FlagModel } from '../model.ts';
import { writeSignatures } from '../signature.ts';
import { kotlinComment, kotlinDeprecated, kotlinName, kotlinString, kotlinValue } from './kotlin-syntax.ts';
import { writeKotlinEvents } from './write-kotlin-events.ts';
import { writeKotlinExperiments } from './write-kotlin-experiments.ts';

/** Enums of keys and variants, classes of events, and accessors on a client that the app adapts. */
export function writeKotlin(
  model: CodegenModel,
  { package: packageName }: { package?: string | undefined } = {},
): string {
  const { flags, experiments, events } = model;
  return `${[
    `// ${GENERATED}`,
    ...(packageName === undefined ? [] : [`package ${packageName}`]),
    CLIENT,
    ...(flags.length === 0 ? [] : [writeFlags(flags)]),
    ...(experiments.length === 0
      ? []
      : [
          writeKotlinExperiments(
            experiments,
            identifiersOf(
              experiments.map(({ key }) => key),
              pascalCase,
            ),
          ),
        ]),
    ...(events.length === 0
      ? []
      : [
          writeKotlinEvents(
            events,
            identifiersOf(
              events.map(({ name }) => name),
              pascalCase,
            ),
          ),
        ]),
    writeSignatures(model),
  ].join('\n\n')}\n`;
}

const CLIENT = `/** The required part of a client: implement it with yours. */
interface LamppostReading {
    fun flag(key: String, fallback: Boolean): Boolean
    fun flag(key: String, fallback: String): String
    fun flag(key: String, fallback: Double): Double
    fun json(key: String, fallback: Any): Any
    fun experiment(key: String): LamppostAssignment?
    fun track(name: String, properties: Map<String, Any?>)
}

/** The assignment of an experiment. */
data class LamppostAssignment(val variant: String, val payload: Map<String, Any?>)`;

const TYPES: Readonly<Record<FlagModel['type'], string>> = {
  boolean: 'Boolean',
  string: 'String',
  number: 'Double',
  json: 'Any',
};

function writeFlags(flags: readonly FlagModel[]): string {
  const entries = identifiersOf(
    flags.map(({ key }) => key),
    screamingCase,
  );
  const names = identifiersOf(
    flags.map(({ key }) => key),
    camelCase,
    ['client'],
  );
  return [
    '/** Keys of all flags. */',
    'enum class LamppostFlag(val key: String) {',
    ...flags.flatMap((flag, index) => [
      ...kotlinComment(aboutOf(flag), '    '),
      `    ${entries.get(flag.key)}(${kotlinString(flag.key)})${index === flags.length - 1 ? '' : ','}`,
    ]),
    '}',
    '',
    '/** Values of flags; the default of a flag when the client has none. */',
    'class LamppostFlags(private val client: LamppostReading) {',
    ...flags.flatMap((flag) => [
      ...kotlinComment(aboutOf(flag), '    '),
      ...kotlinDeprecated(flag.isDeprecated, '    '),
      `    val ${kotlinName(names.get(flag.key) ?? '')}: ${TYPES[flag.type]}`,
      `        get() = client.${flag.type === 'json' ? 'json' : 'flag'}(LamppostFlag.${entries.get(flag.key)}.key, ${kotlinValue(flag.defaultValue)})`,
    ]),
    '}',
  ].join('\n');
}
