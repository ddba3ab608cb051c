import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { listArchive, readArchiveEntry } from '../archive/read-archive.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { blockBytes, encodeBlock } from './block-file.ts';
import { inspectContent } from './open-symbols.ts';
import type { UnpackedFile } from './symbol-work.ts';

/** Writes every source map of an archive as content into a folder, one in memory at a time. Throws SymbolFault. */
export async function unpackArchive(archivePath: string, folder: string): Promise<readonly UnpackedFile[]> {
  const archive = readFileSync(archivePath);
  const maps = listArchive(archive).filter(({ path }) => path.endsWith('.map'));
  if (maps.length === 0) throw new SymbolFault('The archive has no file that ends in ".map".');
  const files: UnpackedFile[] = [];
  for (const entry of maps) {
    const content = readArchiveEntry(archive, entry);
    const contentPath = join(folder, uuidv7());
    await writeContent(contentPath, content);
    try {
      const facts = inspectContent(contentPath, `${contentPath}.idx`, 'sourcemap');
      const sha256 = createHash('sha256').update(content).digest('hex');
      files.push({ path: entry.path, contentPath, sha256, bytes: content.length, facts });
    } catch (error) {
      if (error instanceof SymbolFault) throw new SymbolFault(`${entry.path}: ${error.message}`);
      throw error;
    }
  }
  return files;
}

async function writeContent(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let at = 0; at < content.length || at === 0; at += blockBytes) {
      await file.writeFile(await encodeBlock(content.subarray(at, at + blockBytes)));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
