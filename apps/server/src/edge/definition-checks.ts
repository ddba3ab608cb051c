import { isJsonObject } from '@lamppost/protocol';
/** Says which place in a value is wrong (`.rules[3].value`), or undefined. Places are put together only when one is. */
export type Check = (value: unknown) => string | undefined;

const isText: Check = (value) => (typeof value === 'string' ? undefined : '');
const isNumber: Check = (value) => (typeof value === 'number' ? undefined : '');
const isBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : '');
const isScalar: Check = (value) => (/^(string|number|boolean)$/.test(typeof value) ? undefined : '');
const isPresent: Check = (value) => (value === undefined || value === null ? '' : undefined);
const isFreeForm: Check = (value) => (isJsonObject(value) ? undefined : '');

const areConditions = listOf(shape({ field: isText, op: isText, values: listOf(isScalar) }));

const isRule = shape({
  id: isText,
  name: orNull(isText),
  conditions: areConditions,
  value: isPresent,
  percentage: isNumber,
  enabled: isBoolean,
});

const targetingMembers = {
  rules: listOf(isRule),
  rollout: orNull(shape({ id: isText, percentage: isNumber, value: isPresent })),
  kill: orNull(shape({ value: isPresent, reason: isText, at: isText })),
};

const definitionMembers = {
  id: isText,
  key: isText,
  value_type: oneOf('boolean', 'string', 'number', 'json'),
  default_value: isPresent,
  platforms: listOf(isText),
  status: oneOf('active', 'deprecated'),
};

/** Flags and experiments have the shape of the wire in memory too, so they are checked and taken as they are. */
export const checkFlagDefinition = shape(definitionMembers);

/** Environment id to targeting. */
export const checkTargeting = mapOf(shape(targetingMembers));

export const checkExperiment = shape({
  id: isText,
  key: isText,
  unit: oneOf('auto', 'device', 'user'),
  status: oneOf('running', 'completed'),
  traffic_pct: isNumber,
  variants: listOf(shape({ key: isText, weight: isNumber, payload: isFreeForm })),
  winner: orNull(isText),
  audience: orAbsent(areConditions),
  overrides: orAbsent(listOf(shape({ variant_key: isText, user_ids: listOf(isText), group_keys: listOf(isText) }))),
  layer: orAbsent(shape({ id: isText, ranges: listOf(listOf(isNumber)) })),
});

/** Of the file's first format: what each environment serves. */
export const checkRulesets = listOf(
  shape({
    environment_id: isText,
    flags: listOf(shape({ ...definitionMembers, ...targetingMembers })),
    experiments: listOf(checkExperiment),
    groups: mapOf(listOf(isText)),
  }),
);

function shape(members: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(members);
  return (value) => {
    if (!isJsonObject(value)) return '';
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
    if (!isJsonObject(value)) return '';
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

function orAbsent(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

function oneOf(...values: readonly string[]): Check {
  return (value) => (values.includes(value as string) ? undefined : '');
}
