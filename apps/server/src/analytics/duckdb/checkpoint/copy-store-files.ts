import { join } from 'node:path';
import type { FileSegmentDirectory } from '../../../collect/loader/file-segment-directory.ts';
import { isCoveredBy } from '../../../collect/loader/load-target.ts';
import { releasableSegments } from '../../../collect/loader/releasable-segments.ts';
import type { SegmentEntry } from '../../../collect/loader/segment-directory.ts';
import type { CheckpointFolder } from './checkpoint-folder.ts';
import type { CheckpointManifest } from './checkpoint-manifest.ts';

/** Everything that a store is built from, laid out as in a data directory: a checkpoint and the segments behind it. */
export async function copyStoreFiles(
  manifest: CheckpointManifest,
  checkpoints: CheckpointFolder,
  segments: FileSegmentDirectory,
  target: { readonly checkpointFolder: string; readonly logFolder: string },
): Promise<void> {
  await checkpoints.copyTo(manifest, target.checkpointFolder);
  const copied = new Set<string>();
  // The loader moves and compresses segments meanwhile: what is not in its place any more is looked for again.
  for (let isComplete = false; !isComplete; ) {
    isComplete = true;
    for (const entry of await neededSegments(manifest, segments)) {
      const key = `${entry.logId}/${entry.number}`;
      if (copied.has(key)) continue;
      if (await segments.copyTo(entry, target.logFolder)) copied.add(key);
      else isComplete = false;
    }
  }
}

/** Those that the checkpoint does not cover, and the newest, which say where sequences go on. */
async function neededSegments(
  { positions }: CheckpointManifest,
  segments: FileSegmentDirectory,
): Promise<readonly SegmentEntry[]> {
  const [sealed, loaded] = [await segments.listSealed(), await segments.listLoaded()];
  const released = new Set(releasableSegments(loaded, sealed, positions));
  const byLog = new Map(positions.map((position) => [position.logId, position]));
  return [...sealed, ...loaded].filter(
    (entry) => !isCoveredBy(byLog.get(entry.logId), entry.number) || !released.has(entry),
  );
}

export const storeFilesIn = (folder: string) => ({
  checkpointFolder: join(folder, 'checkpoints'),
  logFolder: join(folder, 'log'),
});
