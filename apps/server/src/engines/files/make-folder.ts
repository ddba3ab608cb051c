import { mkdir } from 'node:fs/promises';

/** One folder, where there is none. Never those above it: without them the data directory is gone, and must stay so. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
