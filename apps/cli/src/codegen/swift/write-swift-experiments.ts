import { aboutOf } from '../about.ts';
import { camelCase, identifiersOf } from '../identifiers.ts';
import type { ExperimentModel } from '../model.ts';
import { payloadFields } from '../payload-fields.ts';
import { swiftComment, swiftName, swiftString, swiftTypeOf } from './swift-syntax.ts';

/** An enum of its variants for each experiment, an assignment with the members of payloads, and accessors. */
export function writeSwiftExperiments(
  experiments: readonly ExperimentModel[],
  types: ReadonlyMap<string, string>,
): string {
  const names = identifiersOf(
    experiments.map(({ key }) => key),
    camelCase,
  );
  const accessors = experiments.flatMap((experiment) => {
    const type = types.get(experiment.key) ?? '';
    return [
      ...swiftComment(aboutOf(experiment), '    '),
      `    public var ${swiftName(names.get(experiment.key) ?? '')}: ${type}Assignment? {`,
      `        guard let found = client.experiment(${swiftString(experiment.key)}) else { return nil }`,
      `        guard let variant = ${type}Variant(rawValue: found.variant) else { return nil }`,
      `        return ${type}Assignment(variant: variant, payload: found.payload)`,
      '    }',
    ];
  });
  return [
    ...experiments.map((experiment) => `${writeExperiment(experiment, types.get(experiment.key) ?? '')}\n`),
    '/// Variants of experiments; nil if not assigned, and for variants that are unknown to this code.',
    'public struct LamppostExperiments {',
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

function writeExperiment(experiment: ExperimentModel, type: string): string {
  const variants = identifiersOf(
    experiment.variants.map(({ key }) => key),
    camelCase,
  );
  const fields = payloadFields(experiment);
  const names = identifiersOf(
    fields.map(({ name }) => name),
    camelCase,
    ['variant', 'payload'],
  );
  return [
    ...swiftComment(`Variants of ${aboutOf(experiment)}`, ''),
    `public enum ${type}Variant: String, CaseIterable {`,
    ...experiment.variants.map(({ key }) => `    case ${swiftName(variants.get(key) ?? '')} = ${swiftString(key)}`),
    '}',
    '',
    `public struct ${type}Assignment {`,
    `    public let variant: ${type}Variant`,
    '    public let payload: [String: Any]',
    ...fields.flatMap(({ name, shape }) => [
      '',
      `    public var ${swiftName(names.get(name) ?? '')}: ${swiftTypeOf(shape)}? {`,
      `        return payload[${swiftString(name)}]${swiftTypeOf(shape) === 'Any' ? '' : ` as? ${swiftTypeOf(shape)}`}`,
      '    }',
    ]),
    '}',
  ].join('\n');
}
