import type { CompiledCondition } from './compiled-condition.ts';

type Compiled = Omit<CompiledCondition, 'index' | 'text'>;

/** Conditions in use, by what they say. The place of one that nobody uses any more is given to the next new one. */
export class ConditionPool {
  readonly #inUse = new Map<string, { readonly condition: CompiledCondition; uses: number }>();
  readonly #freeIndexes: number[] = [];
  #size = 0;

  /** One more than the highest index that was ever given. */
  get size(): number {
    return this.#size;
  }

  take(text: string, compile: () => Compiled): CompiledCondition {
    const known = this.#inUse.get(text);
    if (known !== undefined) {
      known.uses += 1;
      return known.condition;
    }
    const compiled = compile();
    const condition = { ...compiled, text, index: this.#freeIndexes.pop() ?? this.#size++ };
    this.#inUse.set(text, { condition, uses: 1 });
    return condition;
  }

  release({ text, index }: CompiledCondition): void {
    const known = this.#inUse.get(text);
    if (known === undefined) return;
    known.uses -= 1;
    if (known.uses > 0) return;
    this.#inUse.delete(text);
    this.#freeIndexes.push(index);
  }
}
