import type { SnapshotRuleset } from './edge-snapshot.ts';

/** Says which place in a value is wrong (`rules[3].value`), or undefined. Places are put together only when one is. */
type Check = (value: unknown) => string | undefined;

export function writeRulesets(rulesets: readonly SnapshotRuleset[]): readonly object[] {
  return rulesets.map(({ environmentId, flags, experiments, groups }) => {
    return { environment_id: environmentId, flags, experiments, groups };
  });
}

/**
 * Flags and experiments have the shape of the wire in memory too, so they are checked and taken as they are.
 * A file that was written before there were any has no rulesets. Throws an error that names the first wrong place.
 */
export function readRulesets(value: unknown): SnapshotRuleset[] {
  if (value === undefined) return [];
  const wrong = listOf(isRuleset)(value);
  if (wrong !== undefined) throw new Error(`rulesets${wrong} is not as it should be`);
  return (value as StoredRuleset[]).map(({ environment_id, flags, experiments, groups }) => {
    return { environmentId: environment_id, flags, experiments, groups };
  });
}

interface StoredRuleset extends Omit<SnapshotRuleset, 'environmentId'> {
  readonly environment_id: string;
}

const isText: Check = (value) => (typeof value === 'string' ? undefined : '');
const isNumber: Check = (value) => (typeof value === 'number' ? undefined : '');
const isBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : '');
const isScalar: Check = (value) => (/^(string|number|boolean)$/.test(typeof value) ? undefined : '');
const isPresent: Check = (value) => (value === undefined || value === null ? '' : undefined);
const isFreeForm: Check = (value) => (isObject(value) ? undefined : '');

const isRule = shape({
  id: isText,
  name: orNull(isText),
  conditions: listOf(shape({ field: isText, op: isText, values: listOf(isScalar) })),
  value: isPresent,
  percentage: isNumber,
  enabled: isBoolean,
});

const isFlag = shape({
  id: isText,
  key: isText,
  value_type: oneOf('boolean', 'string', 'number', 'json'),
  default_value: isPresent,
  platforms: listOf(isText),
  status: oneOf('active', 'deprecated'),
  rules: listOf(isRule),
  rollout: orNull(shape({ id: isText, percentage: isNumber, value: isPresent })),
  kill: orNull(shape({ value: isPresent, reason: isText, at: isText })),
});

const isExperiment = shape({
  id: isText,
  key: isText,
  unit: oneOf('auto', 'device', 'user'),
  status: oneOf('running', 'completed'),
  traffic_pct: isNumber,
  variants: listOf(shape({ key: isText, weight: isNumber, payload: isFreeForm })),
  winner: orNull(isText),
});

const isRuleset = shape({
  environment_id: isText,
  flags: listOf(isFlag),
  experiments: listOf(isExperiment),
  groups: mapOf(listOf(isText)),
});

function shape(members: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(members);
  return (value) => {
    if (!isObject(value)) return '';
    for (const [name, check] of checks) {
      const wrong = check(value[name]);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    return undefined;
  };
}

function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return '';
    for (let index = 0; index < value.length; index++) {
      const wrong = check(value[index]);
      if (wrong !== undefined) return `[${index}]${wrong}`;
    }
    return undefined;
  };
}

function mapOf(check: Check): Check {
  return (value) => {
    if (!isObject(value)) return '';
    for (const [name, member] of Object.entries(value)) {
      const wrong = check(member);
      if (wrong !== undefined) return `[${JSON.stringify(name)}]${wrong}`;
    }
    return undefined;
  };
}

function orNull(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

function oneOf(...values: readonly string[]): Check {
  return (value) => (values.includes(value as string) ? undefined : '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
