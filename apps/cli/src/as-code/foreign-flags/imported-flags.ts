import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import {
  type FlagSpec,
  isOfType,
  type PrerequisiteSpec,
  type RuleSpec,
  type TargetingSpec,
  type ValueType,
} from '../flag-spec.ts';

interface ImportedFlag {
  /** As the other product calls it. */
  readonly source: string;
  readonly spec: FlagSpec;
  /** What is not quite the same; empty when all of it is. */
  readonly notes: readonly string[];
}

interface LeftFlag {
  readonly source: string;
  readonly reason: string;
}

export interface ImportedFlags {
  readonly flags: readonly ImportedFlag[];
  readonly left: readonly LeftFlag[];
}

export interface ImportFlagsOptions {
  /** Slug of ours that the targeting is for. */
  readonly environment: string;
  /** Name of the environment in the file. */
  readonly from: string;
}

/** Reads the file of another product. */
export type ReadForeignFlags = (document: unknown, options: ImportFlagsOptions) => ImportedFlags;

/** A flag that cannot be said in our terms; the reason is told. */
class NotMappable extends Error {
  override readonly name = 'NotMappable';
}

export const refuse = (reason: string): never => {
  throw new NotMappable(reason);
};

/** What a reader makes of one flag. */
export interface FlagDraft {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly tags?: unknown;
  readonly defaultValue: unknown;
  readonly targeting: TargetingSpec;
  /** Flags that must have a value, by their names in the other product. */
  readonly prerequisites?: readonly PrerequisiteSpec[];
  readonly notes: readonly string[];
}

const KEY = /^[a-z][a-z0-9_]{1,127}$/;
const PLATFORMS = ['web', 'ios', 'android', 'server'] as const;

/** Reads each flag by itself: one that cannot be mapped does not keep the others out. */
export function collectFlags<T>(
  entries: readonly (readonly [source: string, entry: T])[],
  { environment }: ImportFlagsOptions,
  read: (entry: T) => FlagDraft,
): ImportedFlags {
  const flags: ImportedFlag[] = [];
  const left: LeftFlag[] = [];
  const taken = new Map<string, string>();
  for (const [source, entry] of entries) {
    try {
      const key = keyOf(source, taken);
      const { notes, targeting, defaultValue, prerequisites = [], ...draft } = read(entry);
      const type = typeOf(defaultValue);
      checkValues(targeting, type);
      const renamed = key === source ? [] : [`renamed to ${key}`];
      flags.push({
        source,
        spec: {
          key,
          name: text(draft.name, 200) ?? source.slice(0, 200),
          description: text(draft.description, 1000) ?? null,
          value_type: type,
          default_value: defaultValue,
          platforms: PLATFORMS,
          tags: Array.isArray(draft.tags) ? draft.tags.flatMap((tag) => text(tag, 64) ?? []).slice(0, 20) : [],
          kind: 'release',
          status: 'active',
          prerequisites,
          expires_on: null,
          environments: { [environment]: targeting },
        },
        notes: [...new Set([...renamed, ...notes, ...shareNotes(targeting)])],
      });
      taken.set(key, source);
    } catch (error) {
      if (!(error instanceof NotMappable)) throw error;
      left.push({ source, reason: error.message });
    }
  }
  return withPrerequisites(flags, left);
}

/** Names flags as they are called here. One that needs a flag that is not imported is not imported either. */
function withPrerequisites(flags: readonly ImportedFlag[], left: readonly LeftFlag[]): ImportedFlags {
  const keys = new Map(flags.map(({ source, spec }) => [source, spec.key]));
  const missing = flags.flatMap(({ source, spec }): LeftFlag[] => {
    const absent = spec.prerequisites.find(({ flag }) => !keys.has(flag));
    return absent === undefined ? [] : [{ source, reason: `it needs ${absent.flag}, which is not imported` }];
  });
  if (missing.length > 0) {
    const kept = flags.filter(({ source }) => missing.every((flag) => flag.source !== source));
    return withPrerequisites(kept, [...left, ...missing]);
  }
  const named = flags.map(({ spec, ...flag }) => {
    const prerequisites = spec.prerequisites.map(({ flag: name, value }) => ({ flag: keys.get(name) ?? name, value }));
    return { ...flag, spec: { ...spec, prerequisites } };
  });
  return { flags: named, left };
}

function keyOf(source: string, taken: ReadonlyMap<string, string>): string {
  const key = source
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_');
  if (!KEY.test(key)) refuse('its name cannot become a key: a key must start with a letter');
  const other = taken.get(key);
  if (other !== undefined) refuse(`its key ${key} is already used by ${other}`);
  return key;
}

function typeOf(value: unknown): ValueType {
  if (typeof value === 'object' && value !== null) return 'json';
  const type = typeof value;
  if (type === 'boolean' || type === 'string' || type === 'number') return type;
  return refuse('its default value is neither a boolean, a string, a number nor JSON');
}

function checkValues({ rules, rollout }: TargetingSpec, type: ValueType): void {
  const values = [...rules.map(({ value }) => value), ...(rollout === null ? [] : [rollout.value])];
  if (values.some((value) => !isOfType(value, type))) refuse('its values are of different types');
}

/** Buckets are made of other ids than theirs. */
function shareNotes({ rules, rollout }: TargetingSpec): string[] {
  const shares = [...rules.map(({ percentage }) => percentage), ...(rollout === null ? [] : [rollout.percentage])];
  return shares.some((share) => share > 0 && share < 100)
    ? ['percentages reach the same share of users, but not the same users']
    : [];
}

const text = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : undefined;

export const ruleOf = (
  conditions: RuleSpec['conditions'],
  value: unknown,
  percentage = 100,
  name: string | null = null,
): RuleSpec => ({ name, conditions, value, percentage, enabled: true });

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** What a condition can compare with. */
export function plainValues(values: readonly unknown[]): (string | number | boolean)[] {
  return values.map((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : refuse('a condition compares with something that is neither a text, a number nor a boolean'),
  );
}
