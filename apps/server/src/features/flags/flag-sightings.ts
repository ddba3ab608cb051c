import type { EdgeState } from '../../edge/edge-state.ts';
import type { FlagSighting } from './flag-store.ts';

/** Remembers which flags applications ask for or show, and writes it down now and then, off the path of requests. */
export class FlagSightings {
  readonly #state: EdgeState;
  readonly #write: (sightings: readonly FlagSighting[]) => Promise<void>;
  #seen = new Map<string, FlagSighting>();

  constructor(state: EdgeState, write: (sightings: readonly FlagSighting[]) => Promise<void>) {
    this.#state = state;
    this.#write = write;
  }

  /** Keys that are no flag of the environment are passed over, so strangers cannot fill the memory. */
  note(environmentId: string, flagKey: string): void {
    const flagId = this.#state.flagId(environmentId, flagKey);
    if (flagId === undefined) return;
    this.#seen.set(`${environmentId} ${flagId}`, { flagId, environmentId, seenAtMs: Date.now() });
  }

  /** What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await this.#write([...seen.values()]);
    } catch (error) {
      this.#seen = new Map([...seen, ...this.#seen]);
      throw error;
    }
  }
}
