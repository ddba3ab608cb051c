import type { EdgeState } from '../snapshot/edge-state.ts';
import type { EventStream } from './event-stream.ts';

const gatherMs = 20;

interface OpenStream {
  readonly stream: EventStream;
  readonly keyId: string;
  readonly tellNews: () => void;
}

/** Streams that stay open: told of every new snapshot, ended when their key is revoked or the server stops. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  #isTelling = false;

  constructor(state: EdgeState) {
    state.onSwap(() => {
      for (const entry of [...this.#open]) {
        if (state.keyById(entry.keyId) !== undefined) entry.tellNews();
        else entry.stream.close();
      }
    });
  }

  get size(): number {
    return this.#open.size;
  }

  add(stream: EventStream, keyId: string, tellNews: () => void): void {
    const entry = { stream, keyId, tellNews };
    this.#open.add(entry);
    stream.onClose(() => this.#open.delete(entry));
  }

  /** A device or user has changed. Many changes in a moment are looked at together. */
  tellSoon(): void {
    if (this.#open.size === 0 || this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      for (const { tellNews } of [...this.#open]) tellNews();
    }, gatherMs);
  }

  endAll(): void {
    for (const { stream } of [...this.#open]) stream.close();
  }
}
