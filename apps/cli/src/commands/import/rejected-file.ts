import { appendFile, rm } from 'node:fs/promises';
import { fileError } from '../../files/file-error.ts';
import type { RejectedRow } from './import-batch.ts';

/** What could not be imported, with its line and why, beside the file that it came from. */
export class RejectedFile {
  readonly path: string;
  #isWritten = false;

  constructor(input: string) {
    this.path = `${input === '-' ? 'import' : input.replace(/[\\/]+$/, '')}.rejected.ndjson`;
  }

  /** Undefined when there was nothing to write. */
  get written(): string | undefined {
    return this.#isWritten ? this.path : undefined;
  }

  /** That of an earlier import of the same file. */
  async clear(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async add(rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map(
      ({ place, line, reason, text }) => `${JSON.stringify({ file: place, line, reason, text })}\n`,
    );
    try {
      await appendFile(this.path, lines.join(''), { mode: 0o600 });
    } catch (error) {
      throw fileError(this.path, 'written', error);
    }
    this.#isWritten = true;
  }
}
