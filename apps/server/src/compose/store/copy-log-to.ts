import { join } from 'node:path';
import type { FileSegmentDirectory } from '../../collect/loader/file-segment-directory.ts';

/** Copies every segment that stands in the log; one that leaves it meanwhile is in the store. */
export async function copyLogTo(segments: FileSegmentDirectory, folder: string): Promise<void> {
  for (const entry of [...(await segments.listSealed()), ...(await segments.listLoaded())]) {
    await segments.copyTo(entry, join(folder, 'log'));
  }
}
