import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from './children.ts';

export interface PlainResult {
  readonly rows: readonly (readonly unknown[])[];
  readonly ms: number;
}

/** DuckDB over a copy of the product's file or a new one, in a process of its own. */
export class PlainSql {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(file: string, { isWritten = false } = {}): Promise<PlainSql> {
    const entry = fileURLToPath(new URL('../references/plain-sql.js', import.meta.url));
    const child = endingWithUs(
      fork(entry, { env: { ...process.env, PLAIN_SQL_FILE: file, PLAIN_SQL_WRITES: isWritten ? 'on' : 'off' } }),
    );
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`plain-sql ended with ${code}`)));
    });
    return new PlainSql(child);
  }

  run(sql: string): Promise<PlainResult> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`plain-sql ended with ${code}`));
      this.#child.once('exit', ended);
      this.#child.once('message', (response) => {
        this.#child.off('exit', ended);
        const { error } = response as { error?: string };
        if (error === undefined) resolve(response as PlainResult);
        else reject(new Error(error));
      });
      this.#child.send(sql);
    });
  }

  close(): void {
    this.#child.disconnect();
  }
}
