import { closeSync, openSync, readSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { BloomFilter } from './bloom-filter.ts';
import { type RunFilter, readRunFilter, writeRunFilter } from './run-filter-file.ts';
import { checkPage, countOf, PAGE_BYTES, pageHas, RunDamaged } from './run-pages.ts';

const PAGE_WORDS = PAGE_BYTES / 4;
const PAGES_PER_READ = 256;

/** A file of hashes in ascending order that never changes, with the filter in front of it in memory. */
export class IdRun {
  readonly path: string;
  readonly ids: number;
  readonly #bloom: BloomFilter;
  readonly #fences: Uint32Array;
  readonly #file: number;
  readonly #page = new Uint32Array(PAGE_WORDS);
  readonly #isChecked: Uint8Array;

  /** A filter that cannot be used is made again. */
  static async open(path: string, bitsPerId: number): Promise<IdRun> {
    const pages = (await stat(path)).size / PAGE_BYTES;
    const kept = await readRunFilter(filterOf(path));
    if (kept !== undefined && kept.fences.length === pages) return new IdRun(path, kept);
    const made = rebuildFilter(path, pages, bitsPerId);
    await writeRunFilter(filterOf(path), made);
    return new IdRun(path, made);
  }

  static async of(path: string, filter: RunFilter): Promise<IdRun> {
    await writeRunFilter(filterOf(path), filter);
    return new IdRun(path, filter);
  }

  private constructor(path: string, { ids, fences, bloom }: RunFilter) {
    this.path = path;
    this.ids = ids;
    this.#fences = fences;
    this.#bloom = bloom;
    this.#isChecked = new Uint8Array(fences.length);
    this.#file = openSync(path, 'r');
  }

  get filterBytes(): number {
    return this.#bloom.bytes;
  }

  get canShrinkFilter(): boolean {
    return this.#bloom.canShrink;
  }

  shrinkFilter(): void {
    this.#bloom.shrink();
  }

  has(low: number, high: number): boolean {
    if (!this.#bloom.mayHave(low, high)) return false;
    // Pages whose first hash has the same high half may begin with it; the one before may end with it.
    let page = this.#firstFenceAt(high) - 1;
    if (page < 0) page = 0;
    for (; page < this.#fences.length && (this.#fences[page] as number) <= high; page++) {
      if (pageHas(this.#read(page), low, high)) return true;
    }
    return false;
  }

  /** All hashes, some pages at a time. The arrays are used again for the next ones. */
  *pages(): Generator<{ readonly words: Uint32Array; readonly count: number }> {
    yield* eachPage(this.#file, this.#fences.length);
  }

  close(): void {
    closeSync(this.#file);
  }

  async remove(): Promise<void> {
    this.close();
    await rm(filterOf(this.path), { force: true });
    await rm(this.path, { force: true });
  }

  /** Its checksum takes as long as to read it, and what never changes has to be checked once. */
  #read(page: number): Uint32Array {
    readPages(this.#file, this.#page, page, 1);
    if (this.#isChecked[page] !== 1) checkPage(this.#page);
    this.#isChecked[page] = 1;
    return this.#page;
  }

  /** The first page that begins with this high half or a larger one. */
  #firstFenceAt(high: number): number {
    let [from, to] = [0, this.#fences.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#fences[middle] as number) < high) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

const filterOf = (path: string): string => path.replace(/\.ids$/, '.filter');

function* eachPage(file: number, pages: number): Generator<{ readonly words: Uint32Array; readonly count: number }> {
  const words = new Uint32Array(PAGES_PER_READ * PAGE_WORDS);
  for (let page = 0; page < pages; page += PAGES_PER_READ) {
    const count = Math.min(PAGES_PER_READ, pages - page);
    readPages(file, words, page, count);
    for (let at = 0; at < count; at++) {
      const one = words.subarray(at * PAGE_WORDS, (at + 1) * PAGE_WORDS);
      checkPage(one);
      yield { words: one, count: countOf(one) };
    }
  }
}

function readPages(file: number, into: Uint32Array, first: number, count: number): void {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, count * PAGE_BYTES);
  let read = 0;
  while (read < bytes.length) {
    const got = readSync(file, bytes, read, bytes.length - read, first * PAGE_BYTES + read);
    if (got === 0) throw new RunDamaged('a file of stored ids was truncated');
    read += got;
  }
}

function rebuildFilter(path: string, pages: number, bitsPerId: number): RunFilter {
  if (!Number.isInteger(pages)) throw new RunDamaged(`${path} is incomplete`);
  const file = openSync(path, 'r');
  try {
    const fences = new Uint32Array(pages);
    const bloom = BloomFilter.for(pages * 511, bitsPerId);
    let [page, ids] = [0, 0];
    for (const { words, count } of eachPage(file, pages)) {
      fences[page++] = words[1] as number;
      for (let at = 0; at < count; at++) bloom.add(words[2 * at] as number, words[2 * at + 1] as number);
      ids += count;
    }
    return { ids, fences, bloom };
  } finally {
    closeSync(file);
  }
}
