import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { NamedSchemas } from './input-schema.ts';

const REF = '#/components/schemas/';

/** JSON Schema of one kind of query, with the named shapes that it needs; the kinds that there are when it is none of them. */
export function describeQuery(schemas: NamedSchemas, kind: string): JsonObject {
  const queries = ((schemas.InsightQuery?.oneOf ?? []) as { $ref: string }[]).map(({ $ref }) => $ref.slice(REF.length));
  const kinds = new Map(queries.map((name) => [kindOf(schemas[name]), name]));
  const name = kinds.get(kind);
  if (name === undefined) return { kinds: [...kinds.keys()], next: 'Ask for one of these kinds.' };
  const needed = new Set([name]);
  // A set that grows while it is walked: what is needed needs more.
  for (const each of needed) for (const ref of refsIn(schemas[each])) needed.add(ref);
  const $defs = Object.fromEntries([...needed].map((each) => [each, schemas[each]]));
  return { $ref: `#/$defs/${name}`, $defs: JSON.parse(JSON.stringify($defs).replaceAll(REF, '#/$defs/')) };
}

function kindOf(schema: JsonObject | undefined): string {
  const { kind } = (schema?.properties ?? {}) as { kind?: { const?: string; enum?: string[] } };
  return kind?.const ?? kind?.enum?.[0] ?? '';
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isJsonObject(value)) return [];
  const own = typeof value.$ref === 'string' && value.$ref.startsWith(REF) ? [value.$ref.slice(REF.length)] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}
