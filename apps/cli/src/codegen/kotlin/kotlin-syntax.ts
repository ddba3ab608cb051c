import { isJsonObject } from '@lamppost/protocol';
import { camelCase } from '../identifiers.ts';
import type { Shape } from '../shape.ts';

const RESERVED = new Set(
  (
    'as break class continue do else false for fun if in interface is null object package return super this throw true try ' +
    'typealias typeof val var when while'
  ).split(' '),
);

/** A name that may stand where Kotlin expects one. */
export const kotlinName = (name: string): string => {
  const identifier = camelCase(name);
  return RESERVED.has(identifier) ? `\`${identifier}\`` : identifier;
};

export function kotlinString(text: string): string {
  return `"${JSON.stringify(text).slice(1, -1).replaceAll('\\f', '\\u000c').replaceAll('$', '\\$')}"`;
}

/** A JSON value as Kotlin writes it; numbers are of type Double. */
export function kotlinValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return kotlinString(value);
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'emptyList<Any?>()' : `listOf<Any?>(${value.map(kotlinValue).join(', ')})`;
  if (isJsonObject(value)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const members = entries.map(([name, member]) => `${kotlinString(name)} to ${kotlinValue(member)}`);
    return members.length === 0 ? 'emptyMap<String, Any?>()' : `mapOf<String, Any?>(${members.join(', ')})`;
  }
  return String(value);
}

export function kotlinTypeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'boolean':
      return 'Boolean';
    case 'string':
      return 'String';
    case 'integer':
      return 'Long';
    case 'number':
      return 'Double';
    case 'array':
      return `List<${kotlinTypeOf(shape.items)}>`;
    case 'object':
      return 'Map<String, Any?>';
    case 'literal':
      return typeof shape.value === 'string' ? 'String' : typeof shape.value === 'boolean' ? 'Boolean' : 'Double';
    default:
      return 'Any';
  }
}

/** Documentation above a declaration. */
export const kotlinComment = (text: string, indent: string): string[] =>
  text === '' ? [] : [`${indent}/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim()} */`];

export const kotlinDeprecated = (isDeprecated: boolean, indent: string): string[] =>
  isDeprecated ? [`${indent}@Deprecated("Deprecated in Lamppost")`] : [];
