import type { Logger } from '../telemetry/logger.ts';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import type { EdgeState } from './edge-state.ts';
import type { SnapshotSource } from './snapshot-source.ts';

export interface EdgePublisherParts {
  readonly source: SnapshotSource;
  readonly state: EdgeState;
  readonly writeFile: (snapshot: EdgeSnapshot) => Promise<void>;
  readonly logger: Logger;
  /** How long until another attempt when the control plane cannot be read; below the promise of five seconds. */
  readonly retryMs: number;
}

/** Brings what was changed in the control plane to the edge: memory first, then the file for cold starts. */
export class EdgePublisher {
  readonly #parts: EdgePublisherParts;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(parts: EdgePublisherParts) {
    this.#parts = parts;
  }

  /** Resolves when a snapshot taken after this call is in force. Calls that wait meanwhile share one. */
  publish(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      this.#current = this.#publishOnce();
      return this.#current;
    });
    return this.#next;
  }

  stop(): void {
    clearTimeout(this.#retry);
  }

  async #publishOnce(): Promise<void> {
    const { source, state, writeFile, logger } = this.#parts;
    clearTimeout(this.#retry);
    try {
      const snapshot = await source.read();
      state.swap(snapshot);
      await writeFile(snapshot);
    } catch (error) {
      logger.warn({ err: error }, 'The edge snapshot could not be renewed; trying again');
      this.#retry = setTimeout(() => void this.publish(), this.#parts.retryMs).unref();
    }
  }
}
