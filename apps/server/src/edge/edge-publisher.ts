import type { Logger } from '../telemetry/logger.ts';
import type { EdgeChanges } from './edge-changes.ts';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import type { EdgeState } from './edge-state.ts';
import { ANSWER_SHAPE, newGeneration, sharedGeneration } from './generation.ts';
import { isOlder } from './snapshot-file/edge-losses.ts';
import type { LostChanges } from './snapshot-file/lost-changes.ts';
import type { StoredSnapshot } from './snapshot-file/read-snapshot-file.ts';
import type { SnapshotFile } from './snapshot-file/snapshot-file.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/** After this long what is appended to the file becomes part of its snapshot; what was erased is gone from it then. */
const REWRITE_AFTER_MS = 60_000;

export interface EdgePublisherDeps {
  readonly source: SnapshotSource;
  readonly state: EdgeState;
  readonly file: SnapshotFile;
  readonly lost: LostChanges;
  readonly logger: Logger;
  /** How long until another attempt when the control plane cannot be read; below the promise of five seconds. */
  readonly retryMs: number;
}

/** Brings what was changed in the control plane to the edge: to memory first, then to the file for cold starts. */
export class EdgePublisher {
  readonly #deps: EdgePublisherDeps;
  #begin: (() => void) | undefined;
  #current: Promise<unknown> = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });
  #next: Promise<boolean> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #rewriteTimer: NodeJS.Timeout | undefined;
  #isRewriting = false;
  #generation = newGeneration();
  /** What the file held at the start, until something is in force. */
  #stored: StoredSnapshot | undefined;
  #isStopped = false;

  constructor(deps: EdgePublisherDeps) {
    this.#deps = deps;
  }

  /** Before that, nothing is published: whether the control plane went backwards is found by what the file held. */
  begin(stored: StoredSnapshot | undefined, generation?: string): void {
    this.remember(stored, generation);
    this.#begin?.();
  }

  /** What the file holds. It is in the generation of the file, unless that had none or answers in another shape. */
  remember(stored: StoredSnapshot | undefined, generation?: string): void {
    this.#stored = stored;
    const kept = stored?.responseShape === ANSWER_SHAPE ? stored.generation : undefined;
    this.#generation = generation ?? kept ?? newGeneration();
  }

  /** Serves what the file held, for as long as the control plane cannot be read. False when it held nothing. */
  serveStored(): boolean {
    if (this.#stored === undefined) return false;
    this.#deps.state.swap(this.#stored.snapshot, this.#generation);
    return true;
  }

  /**
   * Resolves when everything that was committed before this call is in force; with false when that could not be found
   * out, and will be tried again. Calls that wait meanwhile share one.
   */
  publish(): Promise<boolean> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      const publishing = this.#publishOnce();
      this.#current = publishing;
      return publishing;
    });
    return this.#next;
  }

  /** Resolves when the file holds nothing that is not in force any more, such as who was erased. */
  async scrubFile(): Promise<void> {
    const { file, state } = this.#deps;
    if (file.hasChanges) await file.rewrite(state);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#rewriteTimer);
    await this.#deps.file.close();
  }

  async #publishOnce(): Promise<boolean> {
    clearTimeout(this.#retry);
    try {
      await this.#bringUpToDate();
      return true;
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'Could not refresh the served configuration; retrying');
      if (!this.#isStopped) this.#retry = setTimeout(() => void this.publish(), this.#deps.retryMs).unref();
      return false;
    }
  }

  async #bringUpToDate(): Promise<void> {
    const { source, state } = this.#deps;
    const mark = state.isLoaded ? state.mark : this.#stored?.snapshot.mark;
    const found = mark === undefined ? 'unknown' : await source.readSince(mark);
    if (typeof found === 'object' && state.isLoaded) {
      state.apply(found);
      await this.#keepChanges(found);
      this.#stored = undefined;
      return;
    }
    let snapshot = await source.read();
    const before = state.isLoaded ? state.tables.snapshot(state.mark, 0) : this.#stored?.snapshot;
    const isBehind = found === 'behind' || (mark === undefined && before !== undefined && isOlder(snapshot, before));
    const { generation: seen } = snapshot.mark;
    // Another edge may have noticed before.
    if (isBehind && seen !== null && (mark?.generation ?? seen) === seen) {
      await source.beginGeneration(seen);
      snapshot = await source.read();
    }
    const { generation: shared } = snapshot.mark;
    if (shared !== null) this.#generation = sharedGeneration(shared);
    else if (isBehind) this.#generation = newGeneration();
    state.swap(snapshot, this.#generation);
    if (isBehind && before !== undefined) await this.#setAside(before, snapshot);
    await this.#keepWhole();
    this.#stored = undefined;
  }

  async #setAside(before: EdgeSnapshot, snapshot: EdgeSnapshot): Promise<void> {
    const { file, lost, logger } = this.#deps;
    try {
      await file.release();
      await lost.setAside(before, snapshot);
    } catch (error) {
      logger.error(
        { err: error },
        'control.db is older than the snapshot file, and the snapshot file could not be moved aside',
      );
    }
  }

  /** The file goes on as it is when it ends where the control plane is. */
  async #keepWhole(): Promise<void> {
    const { file, state } = this.#deps;
    const { end, generation, snapshot } = this.#stored ?? {};
    const isCurrent = generation === state.generation && snapshot?.mark?.revision === state.mark?.revision;
    if (end !== undefined && isCurrent) await file.continueAt(end);
    else await file.rewrite(state);
  }

  async #keepChanges(changes: EdgeChanges): Promise<void> {
    const { file } = this.#deps;
    if (!file.canAppend) {
      await this.#keepWhole();
      return;
    }
    if (Object.keys(changes.rows).length === 0) return;
    await file.append(changes);
    this.#rewriteLater();
  }

  #rewriteLater(): void {
    if (this.#isRewriting) return;
    if (this.#deps.file.isMostlyChanges) this.#rewriteNow();
    else this.#rewriteTimer ??= setTimeout(() => this.#rewriteNow(), REWRITE_AFTER_MS).unref();
  }

  /** Beside everything else: changes go on meanwhile. */
  #rewriteNow(): void {
    const { file, state, logger } = this.#deps;
    clearTimeout(this.#rewriteTimer);
    this.#rewriteTimer = undefined;
    this.#isRewriting = true;
    file
      .rewrite(state)
      .catch((error: unknown) => logger.warn({ err: error }, 'Could not write the snapshot file'))
      .finally(() => {
        this.#isRewriting = false;
      });
  }
}
