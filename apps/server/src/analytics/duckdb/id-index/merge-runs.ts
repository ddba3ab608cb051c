import type { IdRun } from './id-run.ts';
import type { RunFilter } from './run-filter-file.ts';
import { RunWriter } from './run-writer.ts';

/**
 * One run with the hashes of all. Between two writes the process does other things, so it takes its time beside loads.
 */
export async function mergeRuns(
  runs: readonly IdRun[],
  path: string,
  bitsPerId: number,
  signal: AbortSignal,
): Promise<RunFilter> {
  const maxIds = runs.reduce((sum, { ids }) => sum + ids, 0);
  const writer = await RunWriter.create(path, maxIds, bitsPerId);
  try {
    let cursors = runs.map((run) => new Cursor(run)).filter((cursor) => !cursor.isDone);
    while (cursors.length > 0) {
      const least = leastOf(cursors);
      const isFull = writer.put(least.low, least.high);
      least.next();
      if (least.isDone) cursors = cursors.filter((cursor) => cursor !== least);
      if (isFull) {
        await writer.flush();
        signal.throwIfAborted();
      }
    }
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

class Cursor {
  readonly #pages: ReturnType<IdRun['pages']>;
  #words: Uint32Array = new Uint32Array(0);
  #count = 0;
  #at = 0;
  low = 0;
  high = 0;
  isDone = false;

  constructor(run: IdRun) {
    this.#pages = run.pages();
    this.next();
  }

  next(): void {
    if (this.#at === this.#count) {
      const { value, done } = this.#pages.next();
      if (done === true) {
        this.isDone = true;
        return;
      }
      [this.#words, this.#count, this.#at] = [value.words, value.count, 0];
    }
    this.low = this.#words[2 * this.#at] as number;
    this.high = this.#words[2 * this.#at + 1] as number;
    this.#at++;
  }
}

function leastOf(cursors: readonly Cursor[]): Cursor {
  let least = cursors[0] as Cursor;
  for (let at = 1; at < cursors.length; at++) {
    const other = cursors[at] as Cursor;
    if (other.high < least.high || (other.high === least.high && other.low < least.low)) least = other;
  }
  return least;
}
