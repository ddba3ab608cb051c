import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../../engines/files/write-file-durably.ts';
import type { EdgeChanges } from '../edge-changes.ts';
import type { EdgeMark } from '../edge-snapshot.ts';
import type { EdgeTables } from '../edge-tables.ts';
import { ANSWER_SHAPE } from '../generation.ts';
import type { SnapshotFileEnd } from './read-snapshot-file.ts';
import { rowsInLines } from './rows-in-lines.ts';
import { encodeLine, type SnapshotLine } from './snapshot-lines.ts';

/** What is written: it may move on meanwhile, as long as every change is appended in the same turn in which it is applied. */
export interface WrittenState {
  readonly tables: EdgeTables;
  readonly mark: EdgeMark | undefined;
  readonly generation: string;
}

const MIN_CHANGED_BYTES = 262_144;
const nothing: SnapshotFileEnd = { bytes: 0, wholeBytes: 0, hash: '' };

interface OpenFile extends SnapshotFileEnd {
  readonly handle: FileHandle;
}

/**
 * The file that the edge is served from while the control plane cannot be read: a whole snapshot and, behind it, what
 * has changed since. Changes are appended, so that one costs what it weighs; now and then all is written anew, piece by
 * piece, while changes go on. The file is replaced whole or not at all.
 */
export class SnapshotFile {
  readonly #path: string;
  /** What is appended to. Undefined until there is a whole snapshot, and after a failure. */
  #file: OpenFile | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #rewriting: Promise<void> | undefined;
  /** What has changed since the file that is being written was begun. */
  #meanwhile: EdgeChanges[] | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get path(): string {
    return this.#path;
  }

  /** False when only a whole snapshot can be written. */
  get canAppend(): boolean {
    return this.#file !== undefined;
  }

  /** Then it is worth being written anew. */
  get isMostlyChanges(): boolean {
    const { bytes, wholeBytes } = this.#file ?? nothing;
    return bytes - wholeBytes > Math.max(MIN_CHANGED_BYTES, wholeBytes);
  }

  /** Then it may hold what is not in force any more. */
  get hasChanges(): boolean {
    const { bytes, wholeBytes } = this.#file ?? nothing;
    return bytes > wholeBytes;
  }

  /** Goes on behind what was read. */
  async continueAt(end: SnapshotFileEnd): Promise<void> {
    await this.#close();
    this.#file = { ...end, handle: await open(this.#path, 'a') };
  }

  /** Resolves when the changes survive a power cut. */
  async append(changes: EdgeChanges): Promise<void> {
    const isAppended = await this.#exclusively(async () => {
      this.#meanwhile?.push(changes);
      if (this.#file === undefined) return false;
      try {
        this.#file = await write(this.#file, [{ changes }]);
        await this.#file.handle.datasync();
        return true;
      } catch (error) {
        // Whatever is at the end of the file now, nothing may stand behind it.
        await this.#close();
        throw error;
      }
    });
    if (isAppended) return;
    if (this.#rewriting === undefined) throw new Error('There is no whole snapshot to append to');
    await this.#rewriting;
  }

  /** Replaces the file by all that the state holds when it is done. */
  async rewrite(state: WrittenState): Promise<void> {
    while (this.#rewriting !== undefined) await this.#rewriting.catch(() => undefined);
    this.#rewriting = this.#writeAnew(state);
    try {
      await this.#rewriting;
    } finally {
      this.#rewriting = undefined;
      this.#meanwhile = undefined;
    }
  }

  /** Nothing is appended to it any more: the next thing that is written is a whole snapshot. */
  release(): Promise<void> {
    return this.#exclusively(() => this.#close());
  }

  async close(): Promise<void> {
    await this.#rewriting?.catch(() => undefined);
    await this.release();
  }

  async #writeAnew(state: WrittenState): Promise<void> {
    const { tables, mark, generation } = state;
    if (mark === undefined) throw new Error('What is served is of no known moment of the control plane');
    const temporary = `${this.#path}.${process.pid}.tmp`;
    this.#meanwhile = [];
    const handle = await open(temporary, 'w', 0o600);
    try {
      const head = { generation, responseShape: ANSWER_SHAPE, takenAtMs: Date.now() };
      let file = await write({ handle, ...nothing }, [{ head }]);
      for (const rows of rowsInLines(tables)) file = await write(file, [{ rows }]);
      file = await write(file, [{ whole: mark }]);
      file = { ...file, wholeBytes: file.bytes };
      // Most of it is on disk by now, so that appends need not wait for it.
      await handle.datasync();
      while (!(await this.#exclusively(() => this.#replace(state, { file, mark, temporary })))) {
        if (state.tables !== tables) throw new Error('What is served was replaced meanwhile');
      }
    } catch (error) {
      if (this.#file?.handle !== handle) await handle.close();
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** False while a change is in force that waits to be appended. */
  async #replace(
    state: WrittenState,
    { file, mark, temporary }: { file: OpenFile; mark: EdgeMark; temporary: string },
  ): Promise<boolean> {
    const changes = this.#meanwhile ?? [];
    if ((changes.at(-1)?.mark ?? mark).revision !== state.mark?.revision) return false;
    const written = await write(
      file,
      changes.map((each) => ({ changes: each })),
    );
    await file.handle.sync();
    await rename(temporary, this.#path);
    await this.#close();
    this.#file = written;
    this.#meanwhile = undefined;
    await syncDirectory(dirname(this.#path));
    return true;
  }

  async #close(): Promise<void> {
    const { handle } = this.#file ?? {};
    this.#file = undefined;
    await handle?.close();
  }

  /** One after the other, in the order in which they asked. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

async function write(file: OpenFile, lines: readonly SnapshotLine[]): Promise<OpenFile> {
  let { hash, bytes } = file;
  for (const line of lines) {
    const encoded = encodeLine(line, hash);
    const text = Buffer.from(encoded.text);
    await file.handle.appendFile(text);
    hash = encoded.hash;
    bytes += text.length;
  }
  return { ...file, hash, bytes };
}
