import { resolved, type Schema } from './api-document.ts';
import { below, pick, type Random } from './pick.ts';

const MAX_DEPTH = 6;

/** Names of what the world of the fuzzer has, so that references often hit; see world.ts. */
export const knownNames = {
  flag: 'fuzz_flag',
  experiment: 'fuzz_experiment',
  group: 'fuzz_group',
  cohort: 'fuzz_cohort',
  event: 'fuzz_event',
  device: 'fuzz-device',
  user: 'fuzz-user',
} as const;

const samples: readonly string[] = [
  ...Object.values(knownNames),
  'x',
  'web',
  'production',
  'development',
  '7d',
  '1h',
  '09:30',
  '2026-01-02',
  '2026-01-02T03:04:05Z',
  '0190a6c4-2222-7abc-8def-000000000001',
  'someone@example.org',
  'version',
  'platform',
  'flag:fuzz_flag',
  'UPPER_CASE',
  '42',
  'a'.repeat(64),
  'SELECT 1',
  'SELECT event, count(*) FROM events GROUP BY 1',
  'SELECT * FROM events a, events b',
  'DROP TABLE events',
  // Never answers: no test reaches anything but this machine.
  'https://hooks.invalid/x',
  'Grüße, 世界 🙂',
];

function text(schema: Schema, random: Random): string {
  if (schema.format === 'date-time') return new Date(below(random, 2 ** 31) * 1000).toISOString();
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  const fits = samples.filter(
    (sample) =>
      (pattern === undefined || pattern.test(sample)) &&
      sample.length >= (schema.minLength ?? 0) &&
      sample.length <= (schema.maxLength ?? 1_000),
  );
  const chosen = fits.length === 0 ? 'x'.repeat(schema.minLength ?? 1) : pick(random, fits);
  // Names must often be new, or nothing would ever be created.
  const longer = `${chosen}${below(random, 1e6).toString(36)}`;
  const isNewName = random() < 0.3 && (pattern?.test(longer) ?? true) && longer.length <= (schema.maxLength ?? 1_000);
  return isNewName ? longer : chosen;
}

function number(schema: Schema, random: Random): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? -10;
  const most = Math.min(schema.maximum ?? least + 1_000, 1e12);
  const value = random() < 0.2 ? pick(random, [least, most]) : least + random() * (most - least);
  return schema.type === 'integer' ? Math.round(value) : value;
}

function object(schema: Schema, random: Random, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name) === true;
    if (isNeeded || (depth < MAX_DEPTH && random() < 0.4)) made[name] = generateValue(member, random, depth + 1);
  }
  const more = schema.additionalProperties;
  if (schema.properties === undefined && depth < MAX_DEPTH) {
    for (let count = below(random, 4); count > 0; count--) {
      made[pick(random, samples)] = generateValue(typeof more === 'object' ? more : {}, random, depth + 1);
    }
  }
  return made;
}

const anything: readonly Schema[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
  { type: 'object' },
];

/** A value that the schema allows, as far as a schema says; patterns that no sample fits are the exception. */
export function generateValue(schema: Schema, random: Random, depth = 0): unknown {
  const known = resolved(schema);
  if (known !== schema) return generateValue(known, random, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return generateValue(pick(random, choices), random, depth);
  const type = typeof schema.type === 'string' || schema.type === undefined ? schema.type : pick(random, schema.type);
  switch (type) {
    case 'string':
      return text(schema, random);
    case 'integer':
    case 'number':
      return number({ ...schema, type }, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array': {
      const least = schema.minItems ?? 0;
      const count = least + (depth < MAX_DEPTH ? below(random, Math.min(3, (schema.maxItems ?? 3) - least) + 1) : 0);
      return Array.from({ length: count }, () => generateValue(schema.items ?? {}, random, depth + 1));
    }
    case 'object':
      return object(schema, random, depth);
    default:
      return schema.properties !== undefined
        ? object(schema, random, depth)
        : generateValue(pick(random, anything), random, depth);
  }
}
