import type { CompiledFlag } from './compile-flag.ts';

/** Compiled flags in the order of the ruleset, found by their keys. */
export class FlagTable {
  readonly list: readonly CompiledFlag[];
  readonly #indexes: ReadonlyMap<string, number>;

  private constructor(list: readonly CompiledFlag[], indexes: ReadonlyMap<string, number>) {
    this.list = list;
    this.#indexes = indexes;
  }

  /** No two of them may have the same key. */
  static of(flags: readonly CompiledFlag[]): FlagTable {
    return new FlagTable(flags, new Map(flags.map(({ definition }, index) => [definition.key, index])));
  }

  /** Flags of the same keys, in the same order. Finding them anew is most of what making a table costs. */
  withFlags(flags: readonly CompiledFlag[]): FlagTable {
    return new FlagTable(flags, this.#indexes);
  }

  get(key: string): CompiledFlag | undefined {
    const index = this.#indexes.get(key);
    return index === undefined ? undefined : this.list[index];
  }

  keys(): Iterable<string> {
    return this.#indexes.keys();
  }
}
