export interface KeyUseStore {
  noteUse(uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void>;
}

/** Remembers when keys were last used and writes it down now and then, off the path of requests. */
export class KeyUses {
  readonly #store: KeyUseStore;
  #usedAt = new Map<string, number>();

  constructor(store: KeyUseStore) {
    this.#store = store;
  }

  note(keyId: string): void {
    this.#usedAt.set(keyId, Date.now());
  }

  /** What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    if (this.#usedAt.size === 0) return;
    const uses = this.#usedAt;
    this.#usedAt = new Map();
    try {
      await this.#store.noteUse([...uses].map(([keyId, usedAtMs]) => ({ keyId, usedAtMs })));
    } catch (error) {
      this.#usedAt = new Map([...uses, ...this.#usedAt]);
      throw error;
    }
  }
}
