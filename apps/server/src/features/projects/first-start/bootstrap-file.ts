import { open, rename, rm } from 'node:fs/promises';
import type { FirstStartResult } from './first-start.ts';

/** Anyone who sees the file sees all of it; only its owner can read it. */
export async function writeBootstrapFile(
  path: string,
  bootstrap: FirstStartResult & { readonly base_url: string },
): Promise<void> {
  const { base_url, ...result } = bootstrap;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ base_url, ...result }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`LP_BOOTSTRAP_FILE cannot be written: ${why}`, { cause: error });
  }
}
