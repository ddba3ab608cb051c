import type { FileDriver } from './file-driver.ts';

const INTERVAL_MS = 1_000;

/** Watches the disk so that appends are refused while there is still room to load what is there. */
export class FreeSpace {
  #freeBytes = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #driver: FileDriver;
  readonly #path: string;
  readonly #minFreeBytes: number;
  readonly #onError: (error: unknown) => void;

  constructor(driver: FileDriver, path: string, minFreeBytes: number, onError: (error: unknown) => void) {
    this.#driver = driver;
    this.#path = path;
    this.#minFreeBytes = minFreeBytes;
    this.#onError = onError;
  }

  get freeBytes(): number {
    return this.#freeBytes;
  }

  get isLow(): boolean {
    return this.#freeBytes < this.#minFreeBytes;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A look that fails changes nothing: the disk is not full because it could not be asked. */
  async look(): Promise<void> {
    try {
      this.#freeBytes = await this.#driver.freeBytes(this.#path);
    } catch (error) {
      this.#onError(error);
    }
  }
}
