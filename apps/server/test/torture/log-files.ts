import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Sealed segments that wait to be loaded, oldest first. */
export async function waitingSegments(dataDir: string): Promise<string[]> {
  const logRoot = join(dataDir, 'log');
  const paths: string[] = [];
  for (const log of await readdir(logRoot)) {
    for (const name of await readdir(join(logRoot, log)))
      if (name.endsWith('.ndjson')) paths.push(join(logRoot, log, name));
  }
  return paths.sort();
}
