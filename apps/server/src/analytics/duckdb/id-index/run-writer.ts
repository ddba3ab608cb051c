import { type FileHandle, open } from 'node:fs/promises';
import { BloomFilter } from './bloom-filter.ts';
import type { RunFilter } from './run-filter-file.ts';
import { IDS_PER_PAGE, PAGE_BYTES, sealPage } from './run-pages.ts';

const PAGES_PER_WRITE = 256;
const PAGE_WORDS = PAGE_BYTES / 4;

/** Writes the pages of a run: hashes are to be put in ascending order, one that is put twice in a row is written once. */
export class RunWriter {
  readonly #handle: FileHandle;
  readonly #bloom: BloomFilter;
  readonly #fences: number[] = [];
  readonly #buffer = new Uint32Array(PAGES_PER_WRITE * PAGE_WORDS);
  #page = 0;
  #inPage = 0;
  #ids = 0;
  #last = [-1, -1];

  static async create(path: string, maxIds: number, bitsPerId: number): Promise<RunWriter> {
    return new RunWriter(await open(path, 'w'), BloomFilter.for(maxIds, bitsPerId));
  }

  private constructor(handle: FileHandle, bloom: BloomFilter) {
    this.#handle = handle;
    this.#bloom = bloom;
  }

  /** True when the buffer is full: `flush` must be called before the next one is put. */
  put(low: number, high: number): boolean {
    if (low === this.#last[0] && high === this.#last[1]) return false;
    this.#last[0] = low;
    this.#last[1] = high;
    const at = this.#page * PAGE_WORDS + 2 * this.#inPage;
    if (this.#inPage === 0) this.#fences.push(high);
    this.#buffer[at] = low;
    this.#buffer[at + 1] = high;
    this.#bloom.add(low, high);
    this.#ids++;
    if (++this.#inPage < IDS_PER_PAGE) return false;
    this.#sealPage();
    return this.#page === PAGES_PER_WRITE;
  }

  async flush(): Promise<void> {
    const bytes = new Uint8Array(this.#buffer.buffer, 0, this.#page * PAGE_BYTES);
    let written = 0;
    while (written < bytes.length) written += (await this.#handle.write(bytes, written)).bytesWritten;
    this.#page = 0;
  }

  /** On disk when it resolves. */
  async finish(): Promise<RunFilter> {
    if (this.#inPage > 0) this.#sealPage();
    await this.flush();
    await this.#handle.sync();
    await this.#handle.close();
    return { ids: this.#ids, fences: Uint32Array.from(this.#fences), bloom: this.#bloom };
  }

  async abandon(): Promise<void> {
    await this.#handle.close();
  }

  #sealPage(): void {
    const start = this.#page * PAGE_WORDS;
    // What an earlier write has left behind the last hash.
    this.#buffer.fill(0, start + 2 * this.#inPage, start + PAGE_WORDS);
    sealPage(this.#buffer.subarray(start, start + PAGE_WORDS), this.#inPage);
    this.#page++;
    this.#inPage = 0;
  }
}
