import { join } from 'node:path';
import { HOUR_MS, SECOND_MS } from '@lamppost/protocol';
import type { FileStorage } from '../engines/file-storage/file-storage.ts';
import { FileSymbolVault } from '../features/symbols/files/file-symbol-vault.ts';
import type { SymbolVault } from '../features/symbols/symbol-vault.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

const SYNC_EVERY_MS = HOUR_MS;
const LOOK_EVERY_MS = 15 * SECOND_MS;

export interface Symbols {
  readonly vault: SymbolVault;
  /** All content is on the disk of this edge from then on, as a backup needs it. */
  bringAll(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The content of symbol files: on the disk, or in the storage that edges share with copies on the disk. */
export async function composeSymbols(
  { control, paths }: Storage,
  storage: FileStorage | undefined,
  logger: Logger,
): Promise<Symbols> {
  const local = new FileSymbolVault({ folder: paths.symbolDir });
  const clearDrafts = () =>
    local.clearDrafts().catch((error: unknown) => logger.warn({ err: error }, 'Could not remove unfinished uploads'));
  if (storage === undefined) {
    return { vault: local, bringAll: async () => undefined, start: clearDrafts, stop: async () => undefined };
  }
  const [{ SharedContent }, { SharedSymbolVault }, { SymbolSync }, { UnlistedContents }] = await Promise.all([
    import('../features/symbols/shared/shared-content.ts'),
    import('../features/symbols/shared/shared-symbol-vault.ts'),
    import('../features/symbols/shared/symbol-sync.ts'),
    import('../features/symbols/shared/unlisted-contents.ts'),
  ]);
  const content = new SharedContent(storage, local);
  const unlisted = new UnlistedContents(join(paths.symbolDir, 'unlisted'));
  const onNotRemoved = (error: unknown) =>
    logger.warn({ err: error }, 'Could not remove a symbol file from the file storage; it is removed later');
  const sync = new SymbolSync({ files: control.symbols, local, content, unlisted });
  let dueAtMs = 0;
  let trouble: string | undefined;
  let task: IntervalTask | undefined;

  async function syncWhenDue(): Promise<void> {
    if (performance.now() < dueAtMs) return;
    const { shared } = await sync.run();
    dueAtMs = performance.now() + SYNC_EVERY_MS;
    if (trouble !== undefined) logger.info({}, 'The file storage is available again');
    trouble = undefined;
    if (shared > 0) logger.info({ files: shared }, 'Copied the symbol files of this server to the file storage');
  }

  /** Said once, until it is another one. */
  function noteTrouble(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== trouble) logger.error({ reason }, 'The file storage is unavailable; retrying');
    trouble = reason;
  }

  return {
    vault: new SharedSymbolVault({ local, content, unlisted, onNotRemoved }),
    bringAll: () => sync.bringAll(),
    start: async () => {
      await clearDrafts();
      task = new IntervalTask(LOOK_EVERY_MS, syncWhenDue, noteTrouble);
      void task.now();
    },
    stop: async () => {
      await task?.stop();
    },
  };
}
