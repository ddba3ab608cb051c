import { isJsonObject } from '@lamppost/protocol';
import { type Shape, UNKNOWN, unionOf } from './shape.ts';

/** The type of a value: of its kind, not of itself. An empty object may hold anything. */
export function shapeOfValue(value: unknown): Shape {
  if (value === null) return UNKNOWN;
  if (Array.isArray(value)) {
    return { kind: 'array', items: value.length === 0 ? UNKNOWN : unionOf(value.map(shapeOfValue)) };
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value).toSorted();
    return {
      kind: 'object',
      fields: names.map((name) => ({ name, shape: shapeOfValue(value[name]), isRequired: true })),
      rest: names.length === 0 ? UNKNOWN : null,
    };
  }
  switch (typeof value) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'string':
      return { kind: 'string' };
    case 'number':
      return { kind: 'number' };
    default:
      return UNKNOWN;
  }
}
