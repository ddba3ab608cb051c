import { readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../../engines/files/write-file-durably.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { EdgeSnapshot } from '../edge-snapshot.ts';
import { edgeLosses } from './edge-losses.ts';
import { readSnapshotFile } from './read-snapshot-file.ts';

const SET_ASIDE = /^snapshot-newer-.*\.json$/;
const MAX_NAMED = 20;

/**
 * What was answered and served, and is not in the control plane any more. The snapshot that still holds it is set aside
 * beside the one in use, and is told of for as long as it lies there: anyone who has looked at it removes it.
 */
export class LostChanges {
  readonly #snapshotFile: string;
  readonly #logger: Logger;
  #files: readonly string[] = [];
  #lostKeys: ReadonlySet<string> = new Set();

  constructor(snapshotFile: string, logger: Logger) {
    this.#snapshotFile = snapshotFile;
    this.#logger = logger;
  }

  /** For operators; undefined when nothing is missing. */
  get notice(): string | undefined {
    if (this.#files.length === 0) return undefined;
    return (
      'control.db is older than the configuration served before, so acknowledged changes are missing from it. ' +
      `They are in ${this.#files.join(', ')} in the data directory: redo them, then remove the file and restart`
    );
  }

  /** A key that was given out and that the control plane does not know: nobody can say that it is wrong. */
  isKeyLost(hash: string): boolean {
    return this.#lostKeys.has(hash);
  }

  /** What was set aside before this start. */
  async load(): Promise<void> {
    const names = await readdir(dirname(this.#snapshotFile));
    this.#files = names.filter((name) => SET_ASIDE.test(name)).sort();
    for (const name of this.#files) await this.#rememberKeys(join(dirname(this.#snapshotFile), name));
    if (this.notice !== undefined) this.#logger.error({ files: this.#files }, this.notice);
  }

  /** Takes the snapshot file, which is newer than the control plane, out of the way and says what only it holds. */
  async setAside(newer: EdgeSnapshot, control: EdgeSnapshot): Promise<void> {
    const folder = dirname(this.#snapshotFile);
    const name = `snapshot-newer-${new Date().toISOString().replaceAll(':', '-')}.json`;
    await rename(this.#snapshotFile, join(folder, name));
    await syncDirectory(folder);
    this.#files = [...this.#files, name];
    this.#keepKeys(newer);
    const missing = edgeLosses(newer, control);
    const fields = { file: join(folder, name), missing: missing.slice(0, MAX_NAMED), missingCount: missing.length };
    this.#logger.error(fields, this.notice ?? '');
  }

  async #rememberKeys(path: string): Promise<void> {
    try {
      this.#keepKeys((await readSnapshotFile(path)).snapshot);
    } catch (error) {
      this.#logger.warn({ err: error }, 'Cannot read a snapshot that was moved aside');
    }
  }

  #keepKeys({ keys }: EdgeSnapshot): void {
    const given = keys.filter(({ isRevoked }) => !isRevoked).map(({ hash }) => hash);
    this.#lostKeys = new Set([...this.#lostKeys, ...given]);
  }
}
