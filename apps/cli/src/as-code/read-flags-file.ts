import {
  type ConditionSpec,
  type FlagSpec,
  isOfType,
  kinds,
  operators,
  type PrerequisiteSpec,
  platforms,
  type RolloutSpec,
  type RuleSpec,
  statuses,
  type TargetingSpec,
  type ValueType,
  valueTypes,
} from './flag-spec.ts';
import { type Member, YamlFile } from './yaml-file.ts';

export interface PlacedFlag {
  readonly spec: FlagSpec;
  readonly line: number;
  /** Where the type stands, for what only the server knows to be wrong. */
  readonly typeLine: number;
}

const KEY = /^[a-z][a-z0-9_]{1,127}$/;
const SLUG = /^[a-z][a-z0-9-]{0,31}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FLAG_MEMBERS = [
  ...[
    'name',
    'description',
    'type',
    'default',
    'platforms',
    'tags',
    'kind',
    'status',
    'prerequisites',
    'expires_on',
    'environments',
  ],
];
const RULE_MEMBERS = ['id', 'name', 'conditions', 'value', 'percentage', 'enabled'];
const DEFAULTS: Readonly<Record<ValueType, unknown>> = { boolean: false, string: '', number: 0, json: {} };

/** Everything of the file, or all its faults with their lines. */
export function readFlagsFile(path: string, text: string): PlacedFlag[] {
  const file = new YamlFile(path, text);
  const root = file.members(file.root, 'the file', ['version', 'flags']);
  const version = root?.get('version');
  if (root !== undefined && file.value(version?.value) !== 1) {
    file.fault(version?.value ?? file.root, 'version must be 1');
  }
  const flags = root?.get('flags');
  if (root !== undefined && flags === undefined) file.fault(file.root, '"flags" is missing');
  const found = flags === undefined ? [] : [...(file.members(flags.value, 'flags')?.values() ?? [])];
  const placed = found.map((member) => readFlag(file, member));
  file.throwFaults();
  return placed;
}

function readFlag(file: YamlFile, { name: key, keyNode, value: node }: Member): PlacedFlag {
  if (!KEY.test(key)) {
    file.fault(
      keyNode,
      `"${key}" must start with a lowercase letter and have 2 to 128 lowercase letters, digits and _`,
    );
  }
  const members = file.members(node, key, FLAG_MEMBERS) ?? new Map<string, Member>();
  const at = (name: string): unknown => members.get(name)?.value;
  const has = (name: string): boolean => members.has(name);
  const type = (has('type') ? file.choice(at('type'), 'type', valueTypes) : 'boolean') ?? 'boolean';
  const defaultValue = has('default') ? file.value(at('default')) : DEFAULTS[type];
  if (!isOfType(defaultValue, type)) file.fault(at('default'), `default must be a ${type}`);
  if (!has('platforms')) file.fault(keyNode, `${key} needs "platforms", such as [web, ios]`);
  const description = file.value(at('description')) === null ? null : file.text(at('description'), 'description', 1000);
  const spec: FlagSpec = {
    key,
    name: has('name') ? file.text(at('name'), 'name', 200) : key,
    description: has('description') ? description : null,
    value_type: type,
    default_value: defaultValue,
    platforms: has('platforms') ? readChoices(file, at('platforms'), 'platforms', platforms) : [],
    tags: has('tags') ? file.items(at('tags'), 'tags').map((tag) => file.text(tag, 'a tag', 64)) : [],
    kind: (has('kind') ? file.choice(at('kind'), 'kind', kinds) : 'release') ?? 'release',
    status: (has('status') ? file.choice(at('status'), 'status', statuses) : 'active') ?? 'active',
    prerequisites: has('prerequisites') ? readPrerequisites(file, at('prerequisites')) : [],
    expires_on: has('expires_on') ? readDay(file, at('expires_on')) : null,
    environments: has('environments') ? readEnvironments(file, at('environments'), type) : {},
  };
  return { spec, line: file.place(keyNode).line, typeLine: file.place(at('type') ?? keyNode).line };
}

function readEnvironments(file: YamlFile, node: unknown, type: ValueType): Record<string, TargetingSpec> {
  const members = [...(file.members(node, 'environments')?.values() ?? [])];
  return Object.fromEntries(
    members.map(({ name, keyNode, value }) => {
      if (!SLUG.test(name)) file.fault(keyNode, `"${name}" is not the slug of an environment`);
      const parts = file.members(value, name, ['rules', 'rollout']);
      const rules = parts?.get('rules');
      const rollout = parts?.get('rollout');
      return [
        name,
        {
          rules: rules === undefined ? [] : file.items(rules.value, 'rules').map((rule) => readRule(file, rule, type)),
          rollout: rollout === undefined ? null : readRollout(file, rollout.value, type),
        },
      ];
    }),
  );
}

function readRule(file: YamlFile, node: unknown, type: ValueType): RuleSpec {
  const members = file.members(node, 'a rule', RULE_MEMBERS) ?? new Map<string, Member>();
  const at = (name: string): unknown => members.get(name)?.value;
  const id = members.has('id') ? file.text(at('id'), 'id', 64) : undefined;
  if (id !== undefined && !UUID.test(id)) file.fault(at('id'), 'id must be a UUID; leave it out to generate one');
  if (!members.has('value')) file.fault(node, 'a rule needs a "value"');
  const enabled = members.has('enabled') ? file.value(at('enabled')) : true;
  if (typeof enabled !== 'boolean') file.fault(at('enabled'), 'enabled must be true or false');
  return {
    ...(id === undefined ? {} : { id: id.toLowerCase() }),
    name: members.has('name') ? file.text(at('name'), 'name', 200) : null,
    conditions: members.has('conditions')
      ? file.items(at('conditions'), 'conditions').map((condition) => readCondition(file, condition))
      : [],
    value: members.has('value') ? readOfType(file, at('value'), type) : null,
    percentage: members.has('percentage') ? file.percentage(at('percentage'), 'percentage') : 100,
    enabled: enabled === true,
  };
}

function readCondition(file: YamlFile, node: unknown): ConditionSpec {
  const members = file.members(node, 'a condition', ['field', 'op', 'values']) ?? new Map<string, Member>();
  const at = (name: string): unknown => members.get(name)?.value;
  for (const name of ['field', 'op']) if (!members.has(name)) file.fault(node, `a condition needs "${name}"`);
  const op = (members.has('op') ? file.choice(at('op'), 'op', operators) : undefined) ?? 'eq';
  const needsNone = op === 'exists' || op === 'not_exists';
  if (!members.has('values') && !needsNone && members.has('op')) file.fault(node, `${op} needs "values"`);
  const values = members.has('values') ? file.items(at('values'), 'values') : [];
  return {
    field: members.has('field') ? file.text(at('field'), 'field', 128) : '',
    op,
    values: values.map((item) => {
      const value = file.value(item);
      if (!['string', 'number', 'boolean'].includes(typeof value)) {
        file.fault(item, 'a value must be a string, a number, true or false');
      }
      return value as string;
    }),
  };
}

function readRollout(file: YamlFile, node: unknown, type: ValueType): RolloutSpec {
  const members = file.members(node, 'rollout', ['percentage', 'value']);
  for (const name of ['percentage', 'value']) {
    if (members !== undefined && !members.has(name)) file.fault(node, `rollout needs "${name}"`);
  }
  return {
    percentage: members?.has('percentage') ? file.percentage(members.get('percentage')?.value, 'percentage') : 0,
    value: members?.has('value') ? readOfType(file, members.get('value')?.value, type) : null,
  };
}

function readOfType(file: YamlFile, node: unknown, type: ValueType): unknown {
  const value = file.value(node);
  if (!isOfType(value, type)) file.fault(node, `value must be a ${type}, as the flag is`);
  return value;
}

function readPrerequisites(file: YamlFile, node: unknown): PrerequisiteSpec[] {
  return file.items(node, 'prerequisites').map((item) => {
    const members = file.members(item, 'a prerequisite', ['flag', 'value']) ?? new Map<string, Member>();
    const flag = members.get('flag')?.value;
    if (!members.has('value')) file.fault(item, 'a prerequisite needs a "value"');
    return { flag: file.text(flag ?? item, 'flag', 128), value: file.value(members.get('value')?.value) };
  });
}

function readDay(file: YamlFile, node: unknown): string | null {
  const day = file.value(node);
  if (day === null) return null;
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day))
    file.fault(node, 'expires_on must be a day, such as 2027-03-31');
  return String(day);
}

function readChoices<const T extends string>(file: YamlFile, node: unknown, what: string, choices: readonly T[]): T[] {
  const items = file.items(node, what);
  if (items.length === 0) file.fault(node, `${what} must not be empty`);
  return items.flatMap((item) => file.choice(item, what, choices) ?? []);
}
