/** A type, as far as every language can say it. */
export type Shape =
  | { readonly kind: 'unknown' | 'null' | 'boolean' | 'string' | 'number' | 'integer' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'array'; readonly items: Shape }
  /** `rest`: of members that are not named; null when there may be none. */
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly rest: Shape | null }
  | { readonly kind: 'union'; readonly of: readonly Shape[] };

export type ObjectShape = Extract<Shape, { kind: 'object' }>;

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  readonly isDeprecated?: boolean;
}

export const UNKNOWN: Shape = { kind: 'unknown' };

/** Without repeats; of one, that one. An integer is a number, and anything may be unknown. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  if (flat.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  const hasNumber = flat.some(({ kind }) => kind === 'number');
  const kept = new Map<string, Shape>();
  for (const shape of flat) {
    if (!(hasNumber && shape.kind === 'integer')) kept.set(sayShape(shape), shape);
  }
  const [only, ...more] = kept.values();
  if (only === undefined) return UNKNOWN;
  return more.length === 0 ? only : { kind: 'union', of: [...kept.values()] };
}

/** A type as one line that is the same for the same type: what `--check` compares. */
export function sayShape(shape: Shape): string {
  switch (shape.kind) {
    case 'literal':
      return JSON.stringify(shape.value);
    case 'array':
      return `[${sayShape(shape.items)}]`;
    case 'union':
      return shape.of.map(sayShape).toSorted().join(' | ');
    case 'object': {
      const fields = shape.fields
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, isRequired, shape: of }) => `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${sayShape(of)}`);
      const rest = shape.rest === null || shape.rest.kind === 'unknown' ? [] : [`…: ${sayShape(shape.rest)}`];
      return `{${[...fields, ...rest].join(', ')}}`;
    }
    default:
      return shape.kind;
  }
}
