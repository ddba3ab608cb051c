import { patternSentence, type SchemaFault } from '@lamppost/protocol';

const sentences: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => 'is required',
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((each) => article(String(each)))
      .join(' or ')}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  pattern: ({ pattern }) => patternSentence(String(pattern)) ?? 'has an invalid format',
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}`,
  maxItems: ({ limit }) => `must have at most ${limit} ${limit === 1 ? 'item' : 'items'}`,
  minProperties: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'property' : 'properties'}`,
  maxProperties: ({ limit }) => `must have at most ${limit} properties`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  additionalProperties: () => 'is not a known option',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
};

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** Nobody reads more; a body can have a hundred thousand. */
const MAX_FAULTS = 100;

/** Faults found by a generated check as `field → what is wrong with it`, the names joined by dots. */
export function describeFaults(faults: readonly SchemaFault[]): Record<string, string[]> {
  // A client chooses the names: `constructor` is one that every object has.
  const fields = new Map<string, string[]>();
  let described = 0;
  for (const fault of faults) {
    if (isSaidElsewhere(fault)) continue;
    if (described++ === MAX_FAULTS) break;
    const sentence = sentences[fault.keyword]?.(fault.params) ?? fault.message ?? 'is not valid';
    const field = fieldOf(fault);
    const said = fields.get(field);
    if (said === undefined) fields.set(field, [sentence]);
    else said.push(sentence);
  }
  return Object.fromEntries(fields);
}

function isSaidElsewhere({ keyword, params }: SchemaFault): boolean {
  // Optional fields may be null: that they are not null is not what is wrong with them.
  if (keyword === 'anyOf' || (keyword === 'type' && params.type === 'null')) return true;
  // What tells options apart has a check of its own, which names what it may be.
  return keyword === 'discriminator';
}

function fieldOf({ instancePath, keyword, params }: SchemaFault): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  return [...path, ...(member === undefined ? [] : [String(member)])].join('.');
}
