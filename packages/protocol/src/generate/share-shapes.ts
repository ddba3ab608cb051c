import { type SchemaName, schemas } from '../schemas/index.ts';

const plain = (schema: unknown): object => JSON.parse(JSON.stringify(schema)) as object;

/** By what they say: TypeBox copies a schema where it makes it optional. */
const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name as SchemaName]));

/**
 * A schema in which every shape that has a name is a reference to it, with all that is referred to, itself first.
 * A check is then made once for each shape, and not again wherever it is used.
 */
export function shareShapes(name: SchemaName, shared = new Map<SchemaName, object>()): Map<SchemaName, object> {
  if (shared.has(name)) return shared;
  shared.set(name, {});
  shared.set(name, refer(plain(schemas[name]), true) as object);
  return shared;

  function refer(value: unknown, isRoot: boolean): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => refer(item, false));
    const named = isRoot ? undefined : names.get(JSON.stringify(value));
    if (named !== undefined) {
      shareShapes(named, shared);
      return { $ref: named };
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member, false)]));
  }
}
