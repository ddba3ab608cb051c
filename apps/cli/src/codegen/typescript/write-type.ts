import type { Field, Shape } from '../shape.ts';

const PLAIN_NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const INDENT = '  ';

/** A type as TypeScript says it; `level` is how far the line is indented that it stands on. */
export function writeType(shape: Shape, level: number): string {
  switch (shape.kind) {
    case 'boolean':
    case 'string':
    case 'number':
    case 'null':
    case 'unknown':
      return shape.kind;
    case 'integer':
      return 'number';
    case 'literal':
      return typeof shape.value === 'string' ? quote(shape.value) : String(shape.value);
    case 'array': {
      const items = writeType(shape.items, level);
      return shape.items.kind === 'union'
        ? `readonly (${items})[]`
        : `readonly ${items.startsWith('readonly ') ? `(${items})` : items}[]`;
    }
    case 'union':
      return shape.of.map((one) => writeType(one, level)).join(' | ');
    case 'object':
      return writeObject(shape.fields, shape.rest, level);
  }
}

/** Members that are not named are left out of a type that names some: a mistyped property is to be found. */
function writeObject(fields: readonly Field[], rest: Shape | null, level: number): string {
  const hasRest = rest !== null && (fields.length === 0 || rest.kind !== 'unknown');
  const members = fields.flatMap((field) => [
    ...commentOf(field).map((line) => INDENT.repeat(level + 1) + line),
    `${INDENT.repeat(level + 1)}readonly ${propertyName(field.name)}${field.isRequired ? '' : '?'}: ${writeType(field.shape, level + 1)}${field.isRequired ? '' : ' | undefined'};`,
  ]);
  // Named members must fit the type of all others too.
  const index = hasRest
    ? `readonly [name: string]: ${fields.length === 0 ? writeType(rest, level + 1) : 'unknown'};`
    : undefined;
  if (members.length === 0) return index === undefined ? 'Record<string, never>' : `{ ${index} }`;
  const all = [...members, ...(index === undefined ? [] : [INDENT.repeat(level + 1) + index])];
  return `{\n${all.join('\n')}\n${INDENT.repeat(level)}}`;
}

function commentOf({ description, isDeprecated }: Field): string[] {
  const text = (description ?? '').replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
  if (isDeprecated === true) return [`/** ${text}${text === '' ? '' : ' '}@deprecated */`];
  return text === '' ? [] : [`/** ${text} */`];
}

export const propertyName = (name: string): string => (PLAIN_NAME.test(name) ? name : quote(name));

/** A text in single quotes. */
export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}
