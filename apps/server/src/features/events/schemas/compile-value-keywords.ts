import type { JsonObject } from '@lamppost/protocol';
import { jsonEqual } from './json-equal.ts';
import type { Check, SchemaTools } from './schema-check.ts';
import { formatChecks } from './schema-formats.ts';

/** Keywords about any value, numbers and texts. */
export function valueChecks(schema: JsonObject, { regex }: SchemaTools): Check[] {
  return [...anyValueChecks(schema), ...numberChecks(schema), ...textChecks(schema, regex)];
}

function anyValueChecks(schema: JsonObject): Check[] {
  const { type, enum: values } = schema;
  const checks: Check[] = [];
  if (type !== undefined) {
    const types = (Array.isArray(type) ? type : [type]) as string[];
    checks.push(
      (value, run, isTelling) =>
        types.some((name) => isOfType(value, name)) || (isTelling && run.fault(`must be ${types.join(' or ')}`)),
    );
  }
  if (Array.isArray(values)) {
    const plain = new Set(values.filter((value) => typeof value !== 'object' || value === null));
    const structured = values.filter((value) => typeof value === 'object' && value !== null);
    checks.push(
      (value, run, isTelling) =>
        plain.has(value) ||
        structured.some((allowed) => jsonEqual(allowed, value)) ||
        (isTelling && run.fault('must be one of the allowed values')),
    );
  }
  if (Object.hasOwn(schema, 'const')) {
    checks.push(
      (value, run, isTelling) =>
        jsonEqual(value, schema.const) || (isTelling && run.fault('must be the allowed value')),
    );
  }
  return checks;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

type Bound = readonly [keyword: string, isWithin: (value: number, bound: number) => boolean, words: string];

const bounds: readonly Bound[] = [
  ['minimum', (value, bound) => value >= bound, 'must be at least'],
  ['maximum', (value, bound) => value <= bound, 'must be at most'],
  ['exclusiveMinimum', (value, bound) => value > bound, 'must be above'],
  ['exclusiveMaximum', (value, bound) => value < bound, 'must be below'],
  ['multipleOf', isMultiple, 'must be a multiple of'],
];

function numberChecks(schema: JsonObject): Check[] {
  return bounds.flatMap(([keyword, isWithin, words]): Check[] => {
    const bound = schema[keyword];
    if (typeof bound !== 'number') return [];
    return [
      (value, run, isTelling) =>
        typeof value !== 'number' || isWithin(value, bound) || (isTelling && run.fault(`${words} ${bound}`)),
    ];
  });
}

/** Decimals have no exact form in binary: 0.3 is a multiple of 0.1 all the same. */
function isMultiple(value: number, bound: number): boolean {
  const times = value / bound;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

function textChecks({ minLength, maxLength, pattern, format }: JsonObject, regex: SchemaTools['regex']): Check[] {
  const checks: Check[] = [];
  const text = (fits: (value: string) => boolean, message: string): void => {
    checks.push(
      (value, run, isTelling) => typeof value !== 'string' || fits(value) || (isTelling && run.fault(message)),
    );
  };
  if (typeof minLength === 'number') {
    text((value) => charactersIn(value) >= minLength, `must have at least ${minLength} characters`);
  }
  if (typeof maxLength === 'number') {
    text((value) => charactersIn(value) <= maxLength, `must have at most ${maxLength} characters`);
  }
  if (typeof pattern === 'string') {
    // Made with the first text: loading the engine takes longer than everything else here.
    let compiled: ReturnType<typeof regex> | undefined;
    text((value) => {
      compiled ??= regex(pattern);
      return compiled.test(value);
    }, `must match ${pattern}`);
  }
  const check = typeof format === 'string' ? formatChecks.get(format) : undefined;
  if (check !== undefined) text(check, `must be a ${format}`);
  return checks;
}

/** Code points, as JSON Schema counts. */
function charactersIn(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) count -= 1;
  }
  return count;
}
