import { sourceMapLimits } from '../source-map/read-source-map.ts';
import type { UploadKind } from '../symbol-vault.ts';

const MiB = 1_048_576;

/** Bytes of content, after it has been inflated. Maps are held in memory as a whole, texts are not. */
export const contentBytes: Readonly<Record<UploadKind, number>> = {
  sourcemap: 64 * MiB,
  hermes: 64 * MiB,
  proguard: 256 * MiB,
  apple: 256 * MiB,
  elf: 256 * MiB,
  archive: 64 * MiB,
};

/** Of a worker that reads uploads or answers queries. The largest map that is let through takes about 500 MB. */
export const workerHeapMb = Math.ceil((sourceMapLimits.segments * 150) / MiB) + 256;
