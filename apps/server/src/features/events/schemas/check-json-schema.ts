import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { Unacceptable } from '../../../control/control-errors.ts';
import {
  jsonSchemaKeywords,
  type KeywordValue,
  schemaDialect,
  schemaFormats,
  schemaTypes,
} from './json-schema-keywords.ts';

/** What is wrong with a pattern; undefined when it may be used. */
export type CheckPattern = (pattern: string) => string | undefined;

const MAX_BYTES = 65_536;
const MAX_LEVELS = 16;
/** Counted where they are used: what a reference points to counts each time. Bounds how long compiling and checking take. */
const MAX_SCHEMAS = 400;
const MAX_VALUES = 1_000;
/** Comparing all items of a list with each other takes the square of their number. */
const MAX_UNIQUE_ITEMS = 1_000;

/**
 * Throws Unacceptable, naming the place (`properties.properties.amount.minimum`), unless events can be checked with it:
 * all of it is understood, and no event can make a check take long.
 */
export function checkJsonSchema(schema: unknown, checkPattern: CheckPattern): void {
  if (!isJsonObject(schema)) throw new Unacceptable('properties', 'properties must be a JSON Schema object.');
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES) {
    throw new Unacceptable('properties', `properties can have at most ${MAX_BYTES} bytes.`);
  }
  new SchemaCheck(schema, checkPattern).run();
}

class SchemaCheck {
  readonly #root: JsonObject;
  readonly #checkPattern: CheckPattern;
  readonly #definitions: JsonObject;
  /** How many schemas stand behind each definition, references followed. */
  readonly #sizes = new Map<string, number>();
  readonly #open = new Set<string>();

  constructor(root: JsonObject, checkPattern: CheckPattern) {
    this.#root = root;
    this.#checkPattern = checkPattern;
    this.#definitions = isJsonObject(root.$defs) ? root.$defs : {};
  }

  run(): void {
    for (const name of Object.keys(this.#definitions)) this.#sizeOfDefinition(name, `properties.$defs.${name}`);
    this.#size(this.#root, 'properties', 0);
  }

  /** Of a schema with everything in it; throws at the first fault. */
  #size(schema: unknown, place: string, level: number): number {
    if (typeof schema === 'boolean') return 1;
    if (!isJsonObject(schema)) refuse(place, 'must be a schema: an object or a boolean.');
    if (level > MAX_LEVELS) refuse(place, `is nested deeper than ${MAX_LEVELS} schemas.`);
    let size = 1;
    for (const [keyword, value] of Object.entries(schema)) {
      const kind = jsonSchemaKeywords.get(keyword);
      if (kind === undefined) refuse(`${place}.${keyword}`, 'is not a supported keyword.');
      size += this.#sizeBehind(kind, value, `${place}.${keyword}`, level);
      if (size > MAX_SCHEMAS) refuse(place, `can contain at most ${MAX_SCHEMAS} schemas, including referenced ones.`);
    }
    if (schema.uniqueItems === true && !(Number(schema.maxItems ?? Number.POSITIVE_INFINITY) <= MAX_UNIQUE_ITEMS)) {
      refuse(`${place}.uniqueItems`, `requires maxItems of at most ${MAX_UNIQUE_ITEMS}.`);
    }
    return size;
  }

  #sizeBehind(kind: KeywordValue, value: unknown, place: string, level: number): number {
    if (kind === 'schema') return this.#size(value, place, level + 1);
    if (kind === 'schemas') {
      if (!Array.isArray(value) || value.length === 0) refuse(place, 'must be a list of at least one schema.');
      return sum(value.map((item, index) => this.#size(item, `${place}.${index}`, level + 1)));
    }
    if (kind === 'schemas by name' || kind === 'schemas by pattern') {
      if (!isJsonObject(value)) refuse(place, 'must be an object of schemas.');
      if (kind === 'schemas by pattern') for (const pattern of Object.keys(value)) this.#pattern(pattern, place);
      return sum(Object.entries(value).map(([name, item]) => this.#size(item, `${place}.${name}`, level + 1)));
    }
    if (kind === 'definitions') {
      if (level > 0 || !isJsonObject(value)) refuse(place, 'must be an object of schemas at the top level.');
      return 0;
    }
    if (kind === 'reference') return this.#sizeOfReference(value, place);
    if (kind === 'pattern') this.#pattern(value, place);
    else checkPlain(kind, value, place);
    return 0;
  }

  #sizeOfReference(reference: unknown, place: string): number {
    const name = typeof reference === 'string' ? /^#\/\$defs\/([^/~%]+)$/.exec(reference)?.[1] : undefined;
    if (name === undefined || !Object.hasOwn(this.#definitions, name)) {
      refuse(place, 'must be `#/$defs/<name>` and name a schema in the $defs of this one.');
    }
    return this.#sizeOfDefinition(name, place);
  }

  #sizeOfDefinition(name: string, place: string): number {
    const known = this.#sizes.get(name);
    if (known !== undefined) return known;
    if (this.#open.has(name)) refuse(place, "refers to itself; schemas can't be recursive.");
    this.#open.add(name);
    const size = this.#size(this.#definitions[name], `properties.$defs.${name}`, 1);
    this.#open.delete(name);
    this.#sizes.set(name, size);
    return size;
  }

  #pattern(pattern: unknown, place: string): void {
    const fault = typeof pattern === 'string' ? this.#checkPattern(pattern) : 'must be a string';
    if (fault !== undefined) refuse(place, `is not a usable pattern: it ${fault}.`);
  }
}

const plainChecks: Readonly<Partial<Record<KeywordValue, readonly [(value: unknown) => boolean, string]>>> = {
  anything: [() => true, ''],
  boolean: [(value) => typeof value === 'boolean', 'must be a boolean.'],
  text: [(value) => typeof value === 'string', 'must be a string.'],
  number: [(value) => typeof value === 'number', 'must be a number.'],
  'positive number': [(value) => typeof value === 'number' && value > 0, 'must be a number above 0.'],
  count: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'must be a whole number of at least 0.'],
  values: [
    (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES,
    `must be a list of 1 to ${MAX_VALUES} values.`,
  ],
  types: [
    (value) => (Array.isArray(value) ? value.length > 0 && isListOf(value, schemaTypes) : schemaTypes.has(value)),
    `must be one of ${[...schemaTypes].join(', ')}, or a list of them.`,
  ],
  format: [(value) => schemaFormats.has(value), `must be one of ${[...schemaFormats].join(', ')}.`],
  dialect: [(value) => value === schemaDialect, `must be ${schemaDialect}.`],
  names: [(value) => areNames(value), 'must be a list of unique strings.'],
  'names by name': [
    (value) => isJsonObject(value) && Object.values(value).every(areNames),
    'must be an object of lists of unique strings.',
  ],
};

function checkPlain(kind: KeywordValue, value: unknown, place: string): void {
  const [isRight, message] = plainChecks[kind] ?? [() => false, "can't be used here."];
  if (!isRight(value)) refuse(place, message);
}

function refuse(place: string, message: string): never {
  throw new Unacceptable(place, `${place} ${message}`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const isListOf = (list: readonly unknown[], allowed: ReadonlySet<unknown>): boolean =>
  list.every((item) => allowed.has(item)) && new Set(list).size === list.length;

const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length;
