import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import type { DirectoryPaths } from './directory-paths.ts';

/** The directory belongs to another kind of analytics store than the settings ask for. Nothing was changed. */
class OtherStoreEngine extends Error {
  override readonly name = 'OtherStoreEngine';
}

const MARK = 'in-clickhouse';

/** Throws where a start with these settings would hide what was collected so far; otherwise remembers where it goes. */
export async function claimStoreEngine(paths: DirectoryPaths, isShared: boolean): Promise<void> {
  const mark = join(paths.storeDir, MARK);
  if (!isShared) {
    if (!existsSync(mark)) return;
    throw new OtherStoreEngine(
      `The events of ${paths.path} are in ClickHouse. Set LP_CLICKHOUSE_URL, or migrate them back with: lamppost migrate --to embedded`,
    );
  }
  if (existsSync(join(paths.storeDir, 'store.duckdb'))) {
    throw new OtherStoreEngine(
      `${paths.path} contains events that LP_CLICKHOUSE_URL would hide. Migrate them first, while the server is stopped: lamppost migrate --to clickhouse`,
    );
  }
  await makeFolder(paths.storeDir);
  await writeFile(mark, '');
}

export const storeEngineMark = (paths: DirectoryPaths): string => join(paths.storeDir, MARK);
