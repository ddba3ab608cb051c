import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { type SchemaName, schemas } from '../schemas/index.ts';
import type { Validator } from '../validator.ts';
import { buildValidators } from './build-validators.ts';
import { shareShapes } from './share-shapes.ts';

const code = buildValidators()['body-validators.js'] ?? '';
const made: object = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const validators = Object.entries(made) as readonly (readonly [SchemaName, Validator<unknown>])[];

const ITEMS = 20_000;
/** Each item of these is wrong wherever the list may have another kind of items. */
const long: Readonly<Record<string, unknown>> = {
  numbers: new Array(ITEMS).fill(-0.5),
  texts: new Array(ITEMS).fill(''),
  'empty objects': Array.from({ length: ITEMS }, () => ({})),
  'lists in a list': Array.from({ length: ITEMS }, () => [[]]),
  'objects with a key': Array.from({ length: ITEMS }, (_, at) => ({ [`k${at}`]: 1 })),
  keys: Object.fromEntries(Array.from({ length: ITEMS }, (_, at) => [`k${at}`, null])),
};

/** A value alone, and in every known member of the body. */
function* bodiesOf(name: SchemaName): Generator<readonly [what: string, body: unknown]> {
  const members = Object.keys((schemas[name] as { properties?: object }).properties ?? {});
  for (const [what, value] of Object.entries(long)) {
    yield [what, value];
    for (const member of members) yield [`${what} in ${member}`, { [member]: value }];
  }
}

describe('a body with a fault in each of very many items', () => {
  const shared = new Map<string, object>();
  for (const [name] of validators) shareShapes(name, shared);
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, discriminator: true, logger: false });
  for (const [name, schema] of shared) ajv.addSchema(schema, name);

  for (const [name, isValid] of validators) {
    test(`${name}: the verdict is AJV's, and few of the faults are listed`, () => {
      for (const [what, body] of bodiesOf(name)) {
        expect(isValid(body), what).toBe(ajv.validate(name, body));
        expect(isValid.errors?.length ?? 0, what).toBeLessThan(2_000);
      }
    });
  }
});
