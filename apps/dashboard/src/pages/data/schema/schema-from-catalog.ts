import type { Wire } from '@lamppost/protocol';
import { isObject, type JsonSchema } from './json-schema.ts';

type Observed = Pick<Wire['CatalogRow']['properties'][number], 'path' | 'types' | 'coverage'>;

/** Fewer events say little about what is always there. */
const enoughToRequire = 20;

/**
 * What was seen, written as a schema: the types of each property, and which of them every event carried. It says
 * nothing about values, and other properties stay allowed, so what came until now fits.
 */
export function schemaFromCatalog(observed: readonly Observed[], sampled: number): JsonSchema {
  const root: Node = { children: new Map() };
  for (const property of observed) place(root, property.path, property);
  const schema = objectOf(root, sampled);
  return { type: 'object', ...(isObject(schema) ? schema : {}) };
}

interface Node {
  readonly children: Map<string, Node>;
  property?: Observed;
}

function place(node: Node, [name, ...rest]: readonly string[], property: Observed): void {
  if (name === undefined) {
    node.property = property;
    return;
  }
  const child = node.children.get(name) ?? { children: new Map() };
  node.children.set(name, child);
  place(child, rest, property);
}

function objectOf(node: Node, sampled: number): JsonSchema {
  const properties = Object.fromEntries([...node.children].map(([name, child]) => [name, schemaOf(child, sampled)]));
  const required = [...node.children]
    .filter(([, { property }]) => property?.coverage === 100 && sampled >= enoughToRequire)
    .map(([name]) => name);
  // A member of an object is counted among all events, so only what stands at the top is always there.
  return { properties, ...(required.length === 0 ? {} : { required }) };
}

function schemaOf(node: Node, sampled: number): JsonSchema {
  const types = node.property?.types ?? [];
  const type = types.length === 1 ? types[0] : types.length === 0 ? undefined : types;
  const members = node.children.size > 0 && types.includes('object') ? objectOf(node, sampled) : {};
  return { ...(type === undefined ? {} : { type }), ...members };
}
