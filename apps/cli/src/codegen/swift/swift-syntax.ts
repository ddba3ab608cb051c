import { isJsonObject } from '@lamppost/protocol';
import { camelCase } from '../identifiers.ts';
import type { Shape } from '../shape.ts';

const RESERVED = new Set(
  (
    'Any Self Type as associatedtype async await break case catch class continue default defer deinit do else enum extension ' +
    'fallthrough false fileprivate for func guard if import in init inout internal is let nil open operator private protocol ' +
    'public repeat rethrows return self static struct subscript super switch throw throws true try typealias var where while'
  ).split(' '),
);

/** A name that may stand where Swift expects one. */
export const swiftName = (name: string): string => {
  const identifier = camelCase(name);
  return RESERVED.has(identifier) ? `\`${identifier}\`` : identifier;
};

export function swiftString(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => `\\u{${code}}`)
    .replace(/\\[bf]/g, (found) => (found === '\\b' ? '\\u{8}' : '\\u{c}'));
  return `"${inner}"`;
}

/** A JSON value as Swift writes it. */
export function swiftValue(value: unknown): string {
  if (value === null || value === undefined) return 'NSNull()';
  if (typeof value === 'string') return swiftString(value);
  if (Array.isArray(value)) return `[${value.map(swiftValue).join(', ')}] as [Any]`;
  if (isJsonObject(value)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const members = entries.map(([name, member]) => `${swiftString(name)}: ${swiftValue(member)}`);
    return members.length === 0 ? '[String: Any]()' : `[${members.join(', ')}] as [String: Any]`;
  }
  return String(value);
}

export function swiftTypeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'boolean':
      return 'Bool';
    case 'string':
      return 'String';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Double';
    case 'array':
      return `[${swiftTypeOf(shape.items)}]`;
    case 'object':
      return '[String: Any]';
    case 'literal':
      return typeof shape.value === 'string' ? 'String' : typeof shape.value === 'boolean' ? 'Bool' : 'Double';
    default:
      return 'Any';
  }
}

/** Documentation above a declaration. */
export const swiftComment = (text: string, indent: string): string[] =>
  text === '' ? [] : [`${indent}/// ${text.replace(/\s+/g, ' ').trim()}`];

export const swiftDeprecated = (isDeprecated: boolean, indent: string): string[] =>
  isDeprecated ? [`${indent}@available(*, deprecated)`] : [];
