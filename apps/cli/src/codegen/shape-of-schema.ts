import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { type Field, type ObjectShape, type Shape, UNKNOWN, unionOf } from './shape.ts';

const MAX_DEPTH = 16;

/**
 * The type that a JSON Schema allows. What narrows it further (`pattern`, `minimum`, `not`, `if`) is no type: the server
 * checks it when events arrive.
 */
export function shapeOfSchema(schema: unknown, root: unknown = schema, depth = 0): Shape {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return UNKNOWN;
  const of = (part: unknown): Shape => shapeOfSchema(part, root, depth + 1);
  const parts: Shape[] = [];
  if (typeof schema.$ref === 'string') parts.push(of(resolved(root, schema.$ref)));
  if (Array.isArray(schema.allOf)) parts.push(...schema.allOf.map(of));
  for (const some of [schema.anyOf, schema.oneOf]) if (Array.isArray(some)) parts.push(unionOf(some.map(of)));
  parts.push(ownShape(schema, of));
  return parts.reduce(intersect, UNKNOWN);
}

/** What the schema says itself, without the schemas that it is put together of. */
function ownShape(schema: JsonObject, of: (part: unknown) => Shape): Shape {
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map(literal));
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  if (types.length > 0) return unionOf(types.map((type) => typed(String(type), schema, of)));
  return 'properties' in schema || 'required' in schema ? objectShape(schema, of) : UNKNOWN;
}

function typed(type: string, schema: JsonObject, of: (part: unknown) => Shape): Shape {
  switch (type) {
    case 'boolean':
    case 'string':
    case 'number':
    case 'integer':
    case 'null':
      return { kind: type };
    case 'array': {
      const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.map(of) : [];
      const rest = schema.items === undefined ? [UNKNOWN] : schema.items === false ? [] : [of(schema.items)];
      return { kind: 'array', items: unionOf([...first, ...rest]) };
    }
    case 'object':
      return objectShape(schema, of);
    default:
      return UNKNOWN;
  }
}

function objectShape(schema: JsonObject, of: (part: unknown) => Shape): ObjectShape {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const names = [...new Set([...Object.keys(properties), ...required])].toSorted();
  const { additionalProperties: more } = schema;
  return {
    kind: 'object',
    fields: names.map((name): Field => {
      const property = properties[name];
      const about = isJsonObject(property) ? property : {};
      return {
        name,
        shape: property === undefined ? UNKNOWN : of(property),
        isRequired: required.includes(name),
        ...(typeof about.description === 'string' ? { description: about.description } : {}),
        ...(about.deprecated === true ? { isDeprecated: true } : {}),
      };
    }),
    rest: more === false ? null : isJsonObject(more) ? of(more) : UNKNOWN,
  };
}

/** Both must hold. Objects are put together; otherwise the more precise one is kept. */
function intersect(a: Shape, b: Shape): Shape {
  if (a.kind === 'unknown') return b;
  if (a.kind !== 'object' || b.kind !== 'object') return b.kind === 'literal' || b.kind === 'union' ? b : a;
  const names = [...new Set([...a.fields, ...b.fields].map(({ name }) => name))].toSorted();
  const fields = names.map((name): Field => {
    const [one, other] = [a, b].map(({ fields: all }) => all.find((field) => field.name === name));
    if (one === undefined || other === undefined) return (one ?? other) as Field;
    return {
      ...one,
      ...other,
      shape: intersect(one.shape, other.shape),
      isRequired: one.isRequired || other.isRequired,
    };
  });
  return { kind: 'object', fields, rest: a.rest === null || b.rest === null ? null : intersect(a.rest, b.rest) };
}

function literal(value: unknown): Shape {
  if (value === null) return { kind: 'null' };
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? { kind: 'literal', value } : UNKNOWN;
}

/** References lead to `$defs` of the same schema and nowhere else. */
function resolved(root: unknown, reference: string): unknown {
  const keys = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((key) => key !== '');
  return keys.reduce<unknown>((node, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    return isJsonObject(node) ? node[name] : undefined;
  }, root);
}
