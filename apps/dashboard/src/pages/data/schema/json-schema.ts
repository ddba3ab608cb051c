export type JsonSchema = Readonly<Record<string, unknown>>;

export const propertyTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
export type PropertyType = (typeof propertyTypes)[number];

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isType = (value: unknown): value is PropertyType => propertyTypes.some((type) => type === value);

/** A property of a schema as a row of a table. */
export interface PropertyRow {
  readonly name: string;
  /** Empty: anything. */
  readonly types: readonly PropertyType[];
  readonly isRequired: boolean;
  readonly description: string;
  /** Allowed values, where there is a list of texts. */
  readonly values: readonly string[] | undefined;
  /** Keywords beyond these; they are kept, and edited as JSON. */
  readonly more: readonly string[];
}

/** Says what the table cannot: whatever the schema holds beyond its properties is kept as it is. */
export interface SchemaTable {
  readonly rows: readonly PropertyRow[];
  readonly allowsOthers: boolean;
  /** Keywords of the schema itself that the table does not show. */
  readonly more: readonly string[];
}

const shownKeywords = new Set(['type', 'properties', 'required', 'additionalProperties']);
const shownOfProperty = new Set(['type', 'description', 'enum']);

export function readSchemaTable(schema: JsonSchema): SchemaTable {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const hasOddOthers = schema.additionalProperties !== undefined && typeof schema.additionalProperties !== 'boolean';
  return {
    rows: Object.entries(properties).map(([name, property]) => rowOf(name, property, required.has(name))),
    allowsOthers: schema.additionalProperties !== false,
    more: [
      ...Object.keys(schema).filter((keyword) => !shownKeywords.has(keyword)),
      ...(hasOddOthers ? ['additionalProperties'] : []),
    ],
  };
}

function rowOf(name: string, property: unknown, isRequired: boolean): PropertyRow {
  const own = isObject(property) ? property : {};
  const types = (Array.isArray(own.type) ? own.type : [own.type]).filter(isType);
  const values =
    Array.isArray(own.enum) && own.enum.every((value): value is string => typeof value === 'string')
      ? own.enum
      : undefined;
  return {
    name,
    types,
    isRequired,
    description: typeof own.description === 'string' ? own.description : '',
    values,
    more: Object.keys(own).filter(
      (keyword) => !shownOfProperty.has(keyword) || (keyword === 'enum' && values === undefined),
    ),
  };
}

/** Changes one property and leaves everything else of the schema as it is. */
export function withProperty(schema: JsonSchema, name: string, change: Partial<Omit<PropertyRow, 'more'>>): JsonSchema {
  const before = isObject(schema.properties) ? schema.properties : {};
  const row = rowOf(name, before[name], requiredOf(schema).includes(name));
  const next = { ...row, ...change };
  const keywords = {
    ...(isObject(before[name]) ? before[name] : {}),
    ...(change.types === undefined ? {} : { type: typeKeyword(change.types) }),
    ...(change.description === undefined ? {} : { description: change.description || undefined }),
    ...('values' in change ? { enum: change.values } : {}),
  };
  const entries = Object.entries(before).map(([key, value]) => (key === name ? [next.name, keywords] : [key, value]));
  if (!Object.hasOwn(before, name)) entries.push([next.name, keywords]);
  const required = requiredOf(schema).filter((key) => key !== name);
  if (next.isRequired) required.push(next.name);
  return withRequired({ ...schema, properties: withoutUndefined(Object.fromEntries(entries)) }, required);
}

export function withoutProperty(schema: JsonSchema, name: string): JsonSchema {
  const entries = Object.entries(isObject(schema.properties) ? schema.properties : {}).filter(([key]) => key !== name);
  const required = requiredOf(schema).filter((key) => key !== name);
  return withRequired({ ...schema, properties: Object.fromEntries(entries) }, required);
}

export function withOthers(schema: JsonSchema, areAllowed: boolean): JsonSchema {
  const { additionalProperties: _, ...rest } = schema;
  return areAllowed ? rest : { ...rest, additionalProperties: false };
}

/** A name that no property has yet: property_1, property_2, … */
export function freeName(schema: JsonSchema): string {
  const taken = new Set(Object.keys(isObject(schema.properties) ? schema.properties : {}));
  let number = taken.size + 1;
  while (taken.has(`property_${number}`)) number += 1;
  return `property_${number}`;
}

const requiredOf = (schema: JsonSchema): string[] =>
  (Array.isArray(schema.required) ? schema.required : []).filter((name): name is string => typeof name === 'string');

function withRequired(schema: JsonSchema, required: readonly string[]): JsonSchema {
  const { required: _, ...rest } = schema;
  return required.length === 0 ? rest : { ...rest, required };
}

const typeKeyword = (types: readonly PropertyType[]): unknown =>
  types.length === 0 ? undefined : types.length === 1 ? types[0] : types;

function withoutUndefined(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return JSON.parse(JSON.stringify(properties)) as JsonSchema;
}
