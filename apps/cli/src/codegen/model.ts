import type { Wire } from '@lamppost/protocol';
import type { ObjectShape, Shape } from './shape.ts';
import { shapeOfSchema } from './shape-of-schema.ts';
import { shapeOfValue } from './shape-of-value.ts';

export type Definitions = Pick<Wire['DefinitionsAnswer']['data'], 'flags' | 'experiments' | 'event_schemas'>;

export interface FlagModel {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly isDeprecated: boolean;
  readonly type: 'boolean' | 'string' | 'number' | 'json';
  readonly shape: Shape;
  readonly defaultValue: unknown;
}

export interface ExperimentModel {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly variants: readonly { readonly key: string; readonly payload: Shape }[];
}

export interface EventModel {
  readonly name: string;
  readonly description: string | null;
  readonly isDeprecated: boolean;
  readonly properties: ObjectShape;
}

/** What code is generated from, in an order that does not depend on who was edited last. */
export interface CodegenModel {
  readonly flags: readonly FlagModel[];
  readonly experiments: readonly ExperimentModel[];
  readonly events: readonly EventModel[];
}

/** Without what is archived: code that still uses it is to fail. */
export function modelOf({ flags, experiments, event_schemas }: Definitions): CodegenModel {
  return {
    flags: sorted(
      flags.filter(({ status }) => status !== 'archived'),
      ({ key }) => key,
    ).map((flag) => ({
      key: flag.key,
      name: flag.name,
      description: flag.description,
      isDeprecated: flag.status === 'deprecated',
      type: flag.value_type,
      shape: shapeOfValue(flag.default_value),
      defaultValue: flag.default_value,
    })),
    experiments: sorted(
      experiments.filter(({ status }) => status !== 'archived'),
      ({ key }) => key,
    ).map((experiment) => ({
      key: experiment.key,
      name: experiment.name,
      description: experiment.description,
      variants: sorted(experiment.variants, ({ key }) => key).map(({ key, payload }) => ({
        key,
        payload: shapeOfValue(payload ?? {}),
      })),
    })),
    events: sorted(event_schemas, (schema) => schema.event_name).map((schema) => ({
      name: schema.event_name,
      description: schema.description,
      isDeprecated: schema.status === 'deprecated',
      properties: objectOf(shapeOfSchema(schema.properties)),
    })),
  };
}

/** Properties of an event are an object, whatever else a schema may say. */
function objectOf(shape: Shape): ObjectShape {
  if (shape.kind === 'object') return shape;
  return { kind: 'object', fields: [], rest: { kind: 'unknown' } };
}

const sorted = <T>(rows: readonly T[], by: (row: T) => string): T[] =>
  rows.toSorted((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
