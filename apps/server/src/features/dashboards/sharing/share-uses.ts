import type { Share, ShareStore } from './share-store.ts';

const EVERY_MS = 60_000;
const MAX_KEPT = 10_000;

/** A screen on the wall asks all day: the use of a link is written once a minute, by the first that asks. */
export class ShareUses {
  readonly #store: Pick<ShareStore, 'noteUse'>;
  readonly #notedAtMs = new Map<string, number>();

  constructor(store: Pick<ShareStore, 'noteUse'>) {
    this.#store = store;
  }

  async note({ id, lastUsedAtMs }: Pick<Share, 'id' | 'lastUsedAtMs'>, nowMs: number): Promise<void> {
    const last = Math.max(lastUsedAtMs ?? 0, this.#notedAtMs.get(id) ?? 0);
    if (nowMs - last < EVERY_MS) return;
    if (this.#notedAtMs.size >= MAX_KEPT) this.#notedAtMs.clear();
    this.#notedAtMs.set(id, nowMs);
    await this.#store.noteUse(id, nowMs);
  }
}
