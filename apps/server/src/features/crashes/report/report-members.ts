import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { cutText } from './cut-text.ts';

/** Reads members of unknown JSON: what has the wrong type is absent and noted once for its name. */
export class ReportMembers {
  readonly #notes = new Set<string>();

  /** What was ignored or cut, one sentence each. */
  get notes(): readonly string[] {
    return [...this.#notes];
  }

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** A text; numbers are taken for one, since senders mix them up. An empty one is none. */
  text(members: JsonObject, name: string, length: number): string | undefined {
    const value = members[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    if (typeof value !== 'string') return this.#ignored(name, 'a text');
    if (value.length > length) this.note(`${name} was cut to ${length} characters.`);
    return cutText(value, length);
  }

  number(members: JsonObject, name: string): number | undefined {
    const value = members[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.#ignored(name, 'a number');
  }

  /** A line, a column or a size. */
  count(members: JsonObject, name: string): number | undefined {
    const value = this.number(members, name);
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) return value;
    return this.#ignored(name, 'a whole number');
  }

  boolean(members: JsonObject, name: string): boolean | undefined {
    const value = members[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === 'boolean' ? value : this.#ignored(name, 'true or false');
  }

  object(members: JsonObject, name: string): JsonObject | undefined {
    const value = members[name];
    if (value === undefined || value === null) return undefined;
    return isJsonObject(value) ? value : this.#ignored(name, 'an object');
  }

  list(members: JsonObject, name: string): readonly unknown[] {
    const value = members[name];
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value : (this.#ignored(name, 'a list') ?? []);
  }

  #ignored(name: string, what: string): undefined {
    this.note(`${name} is not ${what} and was ignored.`);
    return undefined;
  }
}

/** Only the members that are there. */
export function present<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
