import { createHash } from 'node:crypto';
import { type SchemaName, schemas } from '../schemas/index.ts';

const plain = (schema: unknown): object => JSON.parse(JSON.stringify(schema)) as object;

/** By what they say: TypeBox copies a schema where it makes it optional. */
const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name as SchemaName]));

/** A check that is shorter than the call of one is written where it stands. */
const SHORT = 200;

/**
 * A schema in which every shape that has a name is a reference to it, and every longer one that has none to itself, with
 * all that is referred to, itself first. A check is then made once for each shape, and not again wherever it is used.
 */
export function shareShapes(name: SchemaName, shared = new Map<string, object>()): Map<string, object> {
  share(name, schemas[name], shared);
  return shared;
}

function share(name: string, schema: unknown, shared: Map<string, object>): void {
  if (shared.has(name)) return;
  shared.set(name, {});
  shared.set(name, membersOf(plain(schema), shared));
}

/** Without what is written for readers: a table of schemas may have a member of that name, which is no text. */
const membersOf = (schema: object, shared: Map<string, object>): object =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key, member]) => key !== 'description' || typeof member !== 'string')
      .map(([key, member]) => [key, refer(member, shared)]),
  );

function refer(value: unknown, shared: Map<string, object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => refer(item, shared));
  const text = JSON.stringify(value);
  const name = names.get(text) ?? (isShape(value) && text.length > SHORT ? nameOfText(text) : undefined);
  if (name === undefined) return membersOf(value, shared);
  share(name, value, shared);
  return { $ref: name };
}

const nameOfText = (text: string): string => `Shape${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

/** Whether it is a schema of something with members, and not a table of schemas such as `properties`. */
const isShape = (value: object): boolean =>
  ('type' in value && (value.type === 'object' || value.type === 'array')) ||
  ('anyOf' in value && Array.isArray(value.anyOf));
