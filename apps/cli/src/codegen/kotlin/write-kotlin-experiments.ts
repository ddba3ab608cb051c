import { aboutOf } from '../about.ts';
import { camelCase, identifiersOf, screamingCase } from '../identifiers.ts';
import type { ExperimentModel } from '../model.ts';
import { payloadFields } from '../payload-fields.ts';
import type { Shape } from '../shape.ts';
import { kotlinComment, kotlinName, kotlinString, kotlinTypeOf } from './kotlin-syntax.ts';

/** An enum of its variants for each experiment, an assignment with the members of payloads, and accessors. */
export function writeKotlinExperiments(
  experiments: readonly ExperimentModel[],
  types: ReadonlyMap<string, string>,
): string {
  const names = identifiersOf(
    experiments.map(({ key }) => key),
    camelCase,
    ['client'],
  );
  return [
    ...experiments.map((experiment) => `${writeExperiment(experiment, types.get(experiment.key) ?? '')}\n`),
    '/** Variants of experiments; null if not assigned, and for variants that are unknown to this code. */',
    'class LamppostExperiments(private val client: LamppostReading) {',
    ...experiments.flatMap((experiment) => [
      ...kotlinComment(aboutOf(experiment), '    '),
      `    val ${kotlinName(names.get(experiment.key) ?? '')}: ${types.get(experiment.key)}Assignment?`,
      `        get() = client.experiment(${kotlinString(experiment.key)})?.let { ${types.get(experiment.key)}Assignment.of(it) }`,
    ]),
    '}',
  ].join('\n');
}

function writeExperiment(experiment: ExperimentModel, type: string): string {
  const variants = identifiersOf(
    experiment.variants.map(({ key }) => key),
    screamingCase,
  );
  const fields = payloadFields(experiment);
  const names = identifiersOf(
    fields.map(({ name }) => name),
    camelCase,
    ['variant', 'payload'],
  );
  return [
    ...kotlinComment(`Variants of ${aboutOf(experiment)}`, ''),
    `enum class ${type}Variant(val key: String) {`,
    experiment.variants.map(({ key }) => `    ${variants.get(key)}(${kotlinString(key)})`).join(',\n'),
    '}',
    '',
    `data class ${type}Assignment(val variant: ${type}Variant, val payload: Map<String, Any?>) {`,
    ...fields.flatMap(({ name, shape }) => [
      `    val ${kotlinName(names.get(name) ?? '')}: ${kotlinTypeOf(shape)}?`,
      `        get() = ${read(`payload[${kotlinString(name)}]`, shape)}`,
    ]),
    ...(fields.length === 0 ? [] : ['']),
    '    companion object {',
    `        fun of(found: LamppostAssignment): ${type}Assignment? {`,
    `            val variant = ${type}Variant.values().firstOrNull { it.key == found.variant }`,
    `            return if (variant == null) null else ${type}Assignment(variant, found.payload)`,
    '        }',
    '    }',
    '}',
  ].join('\n');
}

/** Numbers may have been read as any type of number; members of lists and maps cannot be checked. */
function read(value: string, shape: Shape): string {
  const type = kotlinTypeOf(shape);
  if (type === 'Double') return `(${value} as? Number)?.toDouble()`;
  if (type === 'Long') return `(${value} as? Number)?.toLong()`;
  if (type === 'Any') return value;
  if (shape.kind === 'array' || shape.kind === 'object') return `@Suppress("UNCHECKED_CAST") (${value} as? ${type})`;
  return `${value} as? ${type}`;
}
