import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where data is kept when nobody says: in `lamppost-data`, since a folder with a name like `data` may be an app's own.
 * Installations of before have theirs in `data`, and an empty `data` was made for us.
 */
export function chooseDataDir(folder: string): string {
  const candidates = ['data', 'lamppost-data'];
  const used = candidates.find((name) => existsSync(join(folder, name, 'format.json')));
  return `./${used ?? (isEmptyFolder(join(folder, 'data')) ? 'data' : 'lamppost-data')}`;
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
