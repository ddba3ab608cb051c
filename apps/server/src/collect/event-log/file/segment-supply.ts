import type { FileDriver } from './file-driver.ts';
import { SegmentFile } from './segment-file.ts';
import type { SegmentSettler } from './segment-settler.ts';

/** Has the next segment ready, created and synced, so that sealing one never makes appends wait. */
export class SegmentSupply {
  readonly #driver: FileDriver;
  readonly #folder: string;
  readonly #settler: SegmentSettler;
  readonly #onFailed: (error: unknown) => void;
  #nextNumber = 1;
  #prepared: Promise<SegmentFile | undefined> | undefined;

  constructor(driver: FileDriver, folder: string, settler: SegmentSettler, onFailed: (error: unknown) => void) {
    this.#driver = driver;
    this.#folder = folder;
    this.#settler = settler;
    this.#onFailed = onFailed;
  }

  startAt(number: number): void {
    this.#nextNumber = number;
  }

  prepare(): void {
    this.#prepared ??= this.#create().catch((error: unknown) => {
      this.#onFailed(error);
      return undefined;
    });
  }

  async take(): Promise<SegmentFile> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return (await prepared) ?? (await this.#create());
  }

  /** Removes what was prepared for nothing. */
  async close(): Promise<void> {
    const segment = await this.#prepared;
    this.#prepared = undefined;
    if (segment !== undefined) await this.#settler.abandon(segment);
  }

  async #create(): Promise<SegmentFile> {
    const segment = await SegmentFile.create(this.#driver, this.#folder, this.#nextNumber++);
    try {
      await segment.syncFile();
      await this.#driver.syncDirectory(this.#folder);
    } catch (error) {
      await this.#settler.abandon(segment);
      throw error;
    }
    return segment;
  }
}
