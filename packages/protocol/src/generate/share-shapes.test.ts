import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { type SchemaName, schemas } from '../schemas/index.ts';
import { shareShapes } from './share-shapes.ts';

test('a named shape is referred to wherever it stands, optional or not', () => {
  const shared = shareShapes('WidgetPatch');
  expect([...shared.keys()]).toEqual(expect.arrayContaining(['WidgetPatch', 'InsightQuery']));
  expect(shared.get('WidgetPatch')).toMatchObject({
    properties: { query: { $ref: 'InsightQuery' }, viz: { $ref: 'WidgetViz' } },
  });
});

test('every schema is whole: what it refers to comes with it', () => {
  const shared = new Map<string, object>();
  for (const name of Object.keys(schemas) as SchemaName[]) shareShapes(name, shared);
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, discriminator: true });
  for (const [name, schema] of shared) ajv.addSchema(schema, name);
  for (const name of shared.keys()) expect(ajv.getSchema(name)).toBeTypeOf('function');
  for (const name of Object.keys(schemas)) expect(shared.has(name)).toBe(true);
});
