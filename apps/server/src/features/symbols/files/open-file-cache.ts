import type { OpenFile } from './open-symbols.ts';

/** Symbol files that were opened, up to so many bytes; what was used longest ago goes first, and the last one stays. */
export class OpenFileCache {
  readonly #files = new Map<string, OpenFile>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string, open: () => OpenFile): OpenFile {
    const known = this.#files.get(key);
    if (known !== undefined) {
      this.#files.delete(key);
      this.#files.set(key, known);
      return known;
    }
    const opened = open();
    this.#files.set(key, opened);
    this.#bytes += opened.weightBytes;
    this.#shrink();
    return opened;
  }

  #shrink(): void {
    for (const [key, file] of this.#files) {
      if (this.#bytes <= this.#maxBytes || this.#files.size === 1) return;
      this.#files.delete(key);
      this.#bytes -= file.weightBytes;
      file.close();
    }
  }
}
