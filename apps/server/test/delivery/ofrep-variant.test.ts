import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

const path = '/ofrep/v1/evaluate/flags';
const values = {
  yes: ['boolean', true, 'true'],
  no: ['boolean', false, 'false'],
  text: ['string', 'plain', 'plain'],
  empty: ['string', '', ''],
  long: ['string', `${'x'.repeat(199)}😀`, 'x'.repeat(199)],
  whole: ['number', 3, '3'],
  part: ['number', 1.5, '1.5'],
  shape: ['json', { a: [1] }, '{"a":[1]}'],
} as const;

/** What the protocol's own document says of an evaluated flag, with `variant` required, as Python's provider has it. */
const evaluation = {
  type: 'object',
  required: ['key', 'value', 'reason', 'variant'],
  properties: {
    key: { type: 'string' },
    value: { type: ['boolean', 'string', 'number', 'object'] },
    reason: { enum: ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'DEFAULT', 'UNKNOWN'] },
    variant: { type: 'string' },
    metadata: { type: 'object', additionalProperties: { type: ['boolean', 'string', 'number'] } },
  },
};
const bulk = { type: 'object', required: ['flags'], properties: { flags: { type: 'array', items: evaluation } } };

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
function faultsOf(schema: object, response: unknown): unknown {
  const isValid = ajv.compile(schema);
  return isValid(response) ? [] : isValid.errors;
}

let server: TestServer;
let project: TestProject;
let admin: Admin;
beforeAll(async () => {
  server = await TestServer.shared();
  project = await TestProject.create(server);
  admin = new Admin(project);
  for (const [key, [value_type, default_value]] of Object.entries(values)) {
    await admin.flag(key, { value_type, default_value });
  }
});

const run = async (key: string, context: object = { targetingKey: 'u' }) =>
  (await project.post(`${path}/${key}`, { context })).json as { variant?: string };

test('no flag fails in providers that need a variant: each is named by its value', async () => {
  for (const [key, [, , variant]] of Object.entries(values)) {
    const response = await run(key);
    expect(faultsOf(evaluation, response)).toEqual([]);
    expect([key, response.variant]).toEqual([key, variant]);
  }
  const all = (await project.post(path, { context: {} })).json as { flags: { key: string; variant?: string }[] };
  expect(faultsOf(bulk, all)).toEqual([]);
  expect(all.flags).toHaveLength(Object.keys(values).length);
});

test('a rule, a rollout and a kill have the variant of the value that they give', async () => {
  await admin.flag('button', { value_type: 'string', default_value: 'grey' });
  await admin.rollout('button', 100, 'blue');
  await admin.rules('button', [{ conditions: [when('user_id', 'eq', 'ada')], value: 'red' }]);
  const variants = [(await run('button')).variant, (await run('button', { targetingKey: 'ada' })).variant];
  await admin.kill('button', { value: 'off' });
  const killed = await run('button');
  expect(faultsOf(evaluation, killed)).toEqual([]);
  expect([...variants, killed.variant]).toEqual(['blue', 'red', 'off']);
});
