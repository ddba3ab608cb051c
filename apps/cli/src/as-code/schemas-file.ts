import { isJsonObject } from '@lamppost/protocol';
import { stringify } from 'yaml';
import { sameJson } from './same-json.ts';
import { type Member, YamlFile } from './yaml-file.ts';

const modes = ['allow', 'warn', 'quarantine'] as const;

/** A schema of an event as a file or the server says it. */
export interface SchemaSpec {
  readonly event_name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly status: string | null;
  readonly mode: (typeof modes)[number];
  /** JSON Schema of the event's properties. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface SchemaChange {
  readonly kind: 'create' | 'change' | 'remove';
  readonly event_name: string;
  readonly before: SchemaSpec | undefined;
  readonly after: SchemaSpec | undefined;
}

const HEAD = `# Event schemas. Edit, review, then run: lamppost events schemas diff, lamppost events schemas push
# properties is a JSON Schema of the properties of the event; mode is allow, warn or quarantine.
`;
const MEMBERS = ['description', 'category', 'status', 'mode', 'properties'];

export function readSchemasFile(path: string, text: string): SchemaSpec[] {
  const file = new YamlFile(path, text);
  const root = file.members(file.root, 'the file', ['version', 'events']);
  if (root !== undefined && file.value(root.get('version')?.value) !== 1) {
    file.fault(root.get('version')?.value ?? file.root, 'version must be 1');
  }
  const events = root?.get('events');
  if (root !== undefined && events === undefined) file.fault(file.root, '"events" is missing');
  const found = events === undefined ? [] : [...(file.members(events.value, 'events')?.values() ?? [])];
  const specs = found.map((member) => readSchema(file, member));
  file.throwFaults();
  return specs;
}

function readSchema(file: YamlFile, { name, keyNode, value: node }: Member): SchemaSpec {
  if (name.length === 0 || name.length > 256) file.fault(keyNode, 'the name of an event has 1 to 256 characters');
  const members = file.members(node, name, MEMBERS) ?? new Map<string, Member>();
  const at = (member: string): unknown => members.get(member)?.value;
  const optional = (member: string, maxLength: number): string | null =>
    members.has(member) && file.value(at(member)) !== null ? file.text(at(member), member, maxLength) : null;
  const properties = file.value(at('properties'));
  if (!members.has('properties')) file.fault(keyNode, `${name} needs "properties": a JSON Schema`);
  else if (!isJsonObject(properties)) file.fault(at('properties'), 'properties must be a JSON Schema: a map');
  return {
    event_name: name,
    description: optional('description', 1000),
    category: optional('category', 128),
    status: optional('status', 64),
    mode: (members.has('mode') ? file.choice(at('mode'), 'mode', modes) : 'allow') ?? 'allow',
    properties: (properties ?? {}) as Record<string, unknown>,
  };
}

/** Sorted by name, so that the same schemas are the same file. */
export function writeSchemasFile(specs: readonly SchemaSpec[]): string {
  const sorted = specs.toSorted((a, b) => (a.event_name < b.event_name ? -1 : 1));
  const events = Object.fromEntries(
    sorted.map(({ event_name, description, category, status, mode, properties }) => [
      event_name,
      {
        ...(description === null ? {} : { description }),
        ...(category === null ? {} : { category }),
        ...(status === null ? {} : { status }),
        mode,
        properties,
      },
    ]),
  );
  return HEAD + stringify({ version: 1, events }, { lineWidth: 0 });
}

/** What has to be done so that the server has the schemas of the file; others are removed only when asked for. */
export function planSchemas(
  wanted: readonly SchemaSpec[],
  existing: readonly SchemaSpec[],
  isPruned: boolean,
): SchemaChange[] {
  const known = new Map(existing.map((spec) => [spec.event_name, spec]));
  const names = new Set(wanted.map((spec) => spec.event_name));
  return [
    ...wanted.flatMap((after): SchemaChange[] => {
      const before = known.get(after.event_name);
      if (before !== undefined && sameJson(before, after)) return [];
      const kind = before === undefined ? 'create' : 'change';
      return [{ kind, event_name: after.event_name, before, after }];
    }),
    ...(isPruned ? existing.filter((spec) => !names.has(spec.event_name)) : []).map((before): SchemaChange => {
      return { kind: 'remove', event_name: before.event_name, before, after: undefined };
    }),
  ];
}

/** Lines that are in one of the two only, as YAML. */
export function saySchemaChange({ kind, event_name, before, after }: SchemaChange): { title: string; lines: string[] } {
  const linesOf = (spec: SchemaSpec | undefined): string[] => {
    if (spec === undefined) return [];
    const { event_name: _, ...rest } = spec;
    const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
    return stringify(said, { lineWidth: 0 }).trimEnd().split('\n');
  };
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
  return { title: `${kind} ${event_name}`, lines };
}
