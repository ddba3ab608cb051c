import { isJsonObject, type KeyPath, writeFieldPath } from '@lamppost/protocol';

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';

export interface PropertyProfile {
  /** The path that `event_properties.<name>` finds it by. */
  readonly name: string;
  /** Its keys from the outside in. */
  readonly path: KeyPath;
  readonly types: readonly JsonType[];
  readonly examples: readonly unknown[];
  /** Percent of the looked-at events that carry it. */
  readonly coverage: number;
}

const MAX_LEVELS = 3;
const MAX_PROPERTIES = 500;
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 100;

interface Seen {
  readonly path: KeyPath;
  events: number;
  readonly types: Set<JsonType>;
  /** By their JSON text, so that each comes once. */
  readonly examples: Map<string, unknown>;
}

/** What the properties of some events look like. Bounded, whatever the events hold. */
export class PropertiesProfile {
  /** By the path as JSON: a key may hold any character. */
  readonly #seen = new Map<string, Seen>();
  #sampled = 0;

  get sampled(): number {
    return this.#sampled;
  }

  /** The properties of one event as JSON text; null for an event without any. */
  add(propertiesJson: string | null): void {
    this.#sampled += 1;
    if (propertiesJson === null) return;
    const properties: unknown = JSON.parse(propertiesJson);
    if (isJsonObject(properties)) this.#addMembers(properties, []);
  }

  /** The most common first. */
  properties(): PropertyProfile[] {
    const isSeen = (path: KeyPath): boolean => this.#seen.has(JSON.stringify(path));
    return [...this.#seen.values()]
      .map(({ path, events, types, examples }) => ({
        name: writeFieldPath(path, isSeen),
        path,
        types: [...types].sort(),
        examples: [...examples.values()],
        coverage: Math.round((events / this.#sampled) * 10_000) / 100,
      }))
      .sort((a, b) => b.coverage - a.coverage || (a.name < b.name ? -1 : 1));
  }

  #addMembers(members: Readonly<Record<string, unknown>>, parents: KeyPath): void {
    for (const [key, value] of Object.entries(members)) {
      const path = [...parents, key];
      const seen = this.#property(path);
      if (seen === undefined) continue;
      const type = typeOf(value);
      seen.events += 1;
      seen.types.add(type);
      if (type === 'object') {
        if (path.length < MAX_LEVELS) this.#addMembers(value as Record<string, unknown>, path);
      } else if (seen.examples.size < MAX_EXAMPLES) addExample(seen.examples, value);
    }
  }

  #property(path: KeyPath): Seen | undefined {
    const name = JSON.stringify(path);
    let seen = this.#seen.get(name);
    if (seen === undefined && this.#seen.size < MAX_PROPERTIES) {
      seen = { path, events: 0, types: new Set(), examples: new Map() };
      this.#seen.set(name, seen);
    }
    return seen;
  }
}

function addExample(examples: Map<string, unknown>, value: unknown): void {
  if (value === null) return;
  const example = typeof value === 'string' ? value.slice(0, MAX_EXAMPLE_LENGTH).toWellFormed() : value;
  const json = JSON.stringify(example);
  if (typeof value === 'string' || json.length <= MAX_EXAMPLE_LENGTH) examples.set(json, example);
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}
