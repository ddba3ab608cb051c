/** Users are many, and memory is not: beyond this the oldest are sent again. */
const MAX_REMEMBERED = 50_000;

/** Remembers what was reported whom: once for each value, and again when it changes. */
export class ExposureDeduplicator {
  readonly #told = new Map<string, unknown>();

  /** True when this is news. */
  isNews(identity: string, kind: 'flag' | 'experiment', key: string, value: unknown): boolean {
    const name = `${kind}:${key}:${identity}`;
    if (this.#told.get(name) === value) return false;
    this.#told.set(name, value);
    if (this.#told.size > MAX_REMEMBERED) this.#told.delete(this.#told.keys().next().value as string);
    return true;
  }
}
