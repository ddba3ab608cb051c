import { setTimeout as sleep } from 'node:timers/promises';
import { FileStorageUnavailable, StoredFileDamaged } from '../../../engines/file-storage/file-storage.ts';
import type { FileSymbolVault } from '../files/file-symbol-vault.ts';
import type { PlannedStack } from '../resolve-stack.ts';
import type { SymbolContent, SymbolDrafts, SymbolVault, UploadKind, VaultResult } from '../symbol-vault.ts';
import { inParallel } from './in-parallel.ts';
import type { SharedContent } from './shared-content.ts';
import type { UnlistedContents } from './unlisted-contents.ts';

export interface SharedSymbolVaultOptions {
  readonly local: FileSymbolVault;
  readonly content: SharedContent;
  readonly unlisted: UnlistedContents;
  /** How long a report waits for content that is not on this edge yet. */
  readonly fetchMs?: number;
  /** How long content that could not be had is not asked for again. */
  readonly pauseMs?: number;
  /** What could not be removed now, SymbolSync removes later. */
  readonly onNotRemoved: (error: unknown) => void;
}

const AT_ONCE = 8;
const MAX_PAUSED = 10_000;

/**
 * Symbol files that every edge has: kept when they are in the shared storage, and read from copies on the disk of this
 * edge, which are made when a report needs them.
 *
 * An edge may remove content, because no file needs it any more, while another takes it for a new one: whoever found it
 * there looks again once the new file is listed (`confirm`), and an edge that has a copy puts it back (SymbolSync).
 */
export class SharedSymbolVault implements SymbolVault {
  readonly #options: SharedSymbolVaultOptions;
  readonly #pausedUntil = new Map<string, { readonly atMs: number; readonly trouble: string }>();

  constructor(options: SharedSymbolVaultOptions) {
    this.#options = options;
  }

  async receive(body: AsyncIterable<Buffer>, kind: UploadKind): Promise<SymbolDrafts> {
    const { local } = this.#options;
    const received = await local.receive(body, kind);
    const contents = [...new Set(received.drafts.map(({ sha256 }) => sha256))];
    let found: readonly string[] = [];
    const keep = async (): Promise<readonly string[]> => {
      const newHere = await received.keep();
      try {
        const fresh = await inParallel(contents, AT_ONCE, (sha256) => this.#shareIfNew(sha256));
        found = contents.filter((_, at) => !fresh[at]);
        return contents.filter((_, at) => fresh[at]);
      } catch (error) {
        for (const sha256 of newHere) await local.remove(sha256);
        throw error;
      }
    };
    const confirm = async (): Promise<void> => {
      await inParallel(found, AT_ONCE, (sha256) => this.#shareIfNew(sha256));
      for (const sha256 of contents) {
        this.#pausedUntil.delete(sha256);
        await this.#options.unlisted.forget(sha256);
      }
    };
    return { drafts: received.drafts, keep, confirm, discard: () => received.discard() };
  }

  async remove(sha256: string): Promise<void> {
    const { content, local, unlisted } = this.#options;
    await unlisted.note(sha256);
    await local.remove(sha256);
    try {
      await content.unshare(sha256);
      await unlisted.forget(sha256);
    } catch (error) {
      if (!(error instanceof FileStorageUnavailable)) throw error;
      this.#options.onNotRemoved(error);
    }
  }

  async resolve(stacks: readonly PlannedStack[], contents: readonly SymbolContent[]): Promise<VaultResult> {
    const troubles = await inParallel(contents, AT_ONCE, ({ sha256 }) => this.#troubleWith(sha256));
    const result = await this.#options.local.resolve(stacks, contents);
    const failure = troubles.find((trouble) => trouble !== undefined);
    return failure === undefined || !('stacks' in result) ? result : { stacks: result.stacks, failure };
  }

  close(): Promise<void> {
    return this.#options.local.close();
  }

  async #shareIfNew(sha256: string): Promise<boolean> {
    const { content, unlisted } = this.#options;
    if (await content.isShared(sha256)) return false;
    await unlisted.note(sha256);
    await content.share(sha256);
    return true;
  }

  /** Why content is not on this edge; undefined when it is. What is given up waiting for goes on. */
  async #troubleWith(sha256: string): Promise<string | undefined> {
    const { local, fetchMs = 2_000 } = this.#options;
    if (await local.has(sha256)) return undefined;
    const paused = this.#pausedUntil.get(sha256);
    if (paused !== undefined && paused.atMs > Date.now()) return paused.trouble;
    const late = sleep(fetchMs, `A symbol file is still being fetched after ${fetchMs} ms. Ask again.`, { ref: false });
    return await Promise.race([this.#bring(sha256), late]);
  }

  async #bring(sha256: string): Promise<string | undefined> {
    try {
      if (await this.#options.content.bring(sha256)) return undefined;
      return this.#pause(sha256, 'A symbol file is not in the file storage.');
    } catch (error) {
      if (!(error instanceof FileStorageUnavailable || error instanceof StoredFileDamaged)) throw error;
      return this.#pause(sha256, `A symbol file could not be fetched. ${error.message}`);
    }
  }

  #pause(sha256: string, trouble: string): string {
    if (this.#pausedUntil.size >= MAX_PAUSED) this.#pausedUntil.clear();
    this.#pausedUntil.set(sha256, { atMs: Date.now() + (this.#options.pauseMs ?? 5_000), trouble });
    return trouble;
  }
}
