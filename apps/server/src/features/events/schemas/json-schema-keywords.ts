/** What may stand behind a keyword of a JSON Schema. */
export type KeywordValue =
  | 'schema'
  | 'schemas'
  | 'schemas by name'
  | 'schemas by pattern'
  | 'definitions'
  | 'reference'
  | 'types'
  | 'values'
  | 'anything'
  | 'number'
  | 'positive number'
  | 'count'
  | 'boolean'
  | 'text'
  | 'names'
  | 'names by name'
  | 'pattern'
  | 'format'
  | 'dialect';

/** The part of draft 2020-12 that is understood. A keyword that is not here would silently check nothing. */
export const jsonSchemaKeywords: ReadonlyMap<string, KeywordValue> = new Map<string, KeywordValue>([
  ['$schema', 'dialect'],
  ['$defs', 'definitions'],
  ['$ref', 'reference'],
  ['$comment', 'text'],
  ['title', 'text'],
  ['description', 'text'],
  ['default', 'anything'],
  ['examples', 'values'],
  ['deprecated', 'boolean'],
  ['readOnly', 'boolean'],
  ['writeOnly', 'boolean'],
  ['type', 'types'],
  ['enum', 'values'],
  ['const', 'anything'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'positive number'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['pattern', 'pattern'],
  ['format', 'format'],
  ['items', 'schema'],
  ['prefixItems', 'schemas'],
  ['contains', 'schema'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['uniqueItems', 'boolean'],
  ['properties', 'schemas by name'],
  ['patternProperties', 'schemas by pattern'],
  ['additionalProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['required', 'names'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['dependentRequired', 'names by name'],
  ['dependentSchemas', 'schemas by name'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
]);

export const schemaDialect = 'https://json-schema.org/draft/2020-12/schema';

export const schemaTypes: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
]);

/** Formats that are checked. Others are refused: they would look like a check and be none. */
export const schemaFormats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'uuid', 'email', 'uri']);
