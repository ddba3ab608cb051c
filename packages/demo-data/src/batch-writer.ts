/** How the events of a batch have their context: each its own, or one for all and a new batch when it changes. */
export type ContextPlacement = 'own' | 'shared';

export interface WrittenBatch {
  readonly events: number;
  readonly broken: number;
  readonly body: string;
}

/** Gathers elements, already JSON, into bodies of at most so many. */
export class BatchWriter {
  readonly #size: number;
  readonly #placement: ContextPlacement;
  #elements: string[] = [];
  #broken = 0;
  #context = '';

  constructor(size: number, placement: ContextPlacement) {
    this.#size = size;
    this.#placement = placement;
  }

  /** `element` is an object without its closing brace. Returns a batch when one became full. */
  add(element: string, context: string, isBroken = false): WrittenBatch | undefined {
    const isOther = this.#placement === 'shared' && context !== this.#context;
    const full = isOther || this.#elements.length === this.#size ? this.flush() : undefined;
    this.#context = context;
    this.#elements.push(this.#placement === 'own' ? `${element},"context":${context}}` : `${element}}`);
    if (isBroken) this.#broken += 1;
    return full;
  }

  flush(): WrittenBatch | undefined {
    if (this.#elements.length === 0) return undefined;
    const shared = this.#placement === 'shared' ? `"context":${this.#context},` : '';
    const batch = {
      events: this.#elements.length,
      broken: this.#broken,
      body: `{${shared}"batch":[${this.#elements.join()}]}`,
    };
    this.#elements = [];
    this.#broken = 0;
    return batch;
  }
}
