import { deviceIdentity, userIdentity } from './bucketing.ts';
import { type BuiltInField, builtInFields, type EvaluationContext } from './evaluation-context.ts';
import { type HashPrefix, hashPrefix } from './murmur-hash3.ts';

export type SubjectKind = 'user' | 'device';

const fieldNames = Object.keys(builtInFields) as BuiltInField[];
const none: Readonly<Record<string, unknown>> = {};

/** Verdicts about a condition; 0 before it was asked. */
export const HOLDS = 1;
export const FAILS = 2;

/** Where a fact stands in `Subject.facts`. */
export const factIndex = (field: BuiltInField): number => fieldNames.indexOf(field);

const userIdAt = factIndex('user_id');
const deviceIdAt = factIndex('device_id');
const platformAt = factIndex('platform');

/** A context made uniform once, so that hundreds of conditions can read it without looking twice. */
export class Subject {
  readonly facts: readonly (string | undefined)[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly #groups: unknown;
  #user: HashPrefix | undefined;
  #device: HashPrefix | undefined;

  /** What is known of each condition of the ruleset. */
  readonly verdicts: Uint8Array;

  constructor(context: EvaluationContext, conditionCount: number) {
    this.verdicts = new Uint8Array(conditionCount);
    const given: Given = asObject(context);
    this.facts = factsOf(given);
    this.attributes = asObject(given.attributes);
    this.#groups = given.groups;
  }

  get userId(): string | undefined {
    return this.facts[userIdAt];
  }

  get deviceId(): string | undefined {
    return this.facts[deviceIdAt];
  }

  get platform(): string | undefined {
    return this.facts[platformAt];
  }

  get kind(): SubjectKind | undefined {
    if (this.facts[userIdAt] !== undefined) return 'user';
    return this.facts[deviceIdAt] === undefined ? undefined : 'device';
  }

  /** Whom percentages go by, ready to be hashed with many seeds. */
  get identity(): HashPrefix | undefined {
    return this.user ?? this.device;
  }

  get user(): HashPrefix | undefined {
    if (this.#user === undefined) this.#user = prefixOf(userIdentity(this.facts[userIdAt]));
    return this.#user;
  }

  get device(): HashPrefix | undefined {
    if (this.#device === undefined) this.#device = prefixOf(deviceIdentity(this.facts[deviceIdAt]));
    return this.#device;
  }

  isHeld({ index }: { readonly index: number }): boolean {
    return this.verdicts[index] === HOLDS;
  }

  isInGroup(key: string): boolean {
    const groups = this.#groups;
    if (groups === undefined || groups === null) return false;
    return groups instanceof Set ? groups.has(key) : Array.isArray(groups) && groups.includes(key);
  }

  /** In a group of the context, or in one of those that list their users. */
  isMemberOf(key: string, groups: ReadonlyMap<string, ReadonlySet<string>>): boolean {
    const userId = this.facts[userIdAt];
    return (userId !== undefined && groups.get(key)?.has(userId) === true) || this.isInGroup(key);
  }

  /** As the context names them. */
  get groupKeys(): readonly unknown[] {
    const groups = this.#groups;
    if (groups instanceof Set) return [...groups];
    return Array.isArray(groups) ? groups : [];
  }
}

type Given = { readonly [Property in keyof EvaluationContext]?: unknown };

/** In the order of `builtInFields`. Named one by one: looked up by names in a list, they would be half of making a subject. */
const factsOf = (given: Given): readonly (string | undefined)[] => [
  asFact(given.userId),
  asFact(given.deviceId),
  asFact(given.anonymousId),
  asFact(given.platform),
  asFact(given.country),
  asFact(given.locale),
  asFact(given.timezone),
  asFact(given.appVersion),
  asFact(given.buildNumber),
  asFact(given.osName),
  asFact(given.osVersion),
  asFact(given.deviceModel),
  asFact(given.environment),
];

const prefixOf = (identity: string | undefined): HashPrefix | undefined =>
  identity === undefined ? undefined : hashPrefix(identity);

function asFact(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : none;
