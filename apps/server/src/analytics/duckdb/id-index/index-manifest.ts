import { readFile } from 'node:fs/promises';
import type { LogRanges } from './log-ranges.ts';
import { writeDurably } from './write-durably.ts';

export interface ManifestRun {
  readonly file: string;
  readonly ids: number;
  /** How often it was merged: runs of one level are about as large. */
  readonly level: number;
  readonly ranges: LogRanges;
}

/** Which files the index consists of. Everything else in its folder is left over. */
export interface IndexManifest {
  readonly format: 1;
  /** The store whose ids these are. */
  readonly store_id: string;
  /** Every id of loads up to this one is in the runs. */
  readonly covered_load: number;
  /** The next file gets this number. */
  readonly next_file: number;
  readonly journal: string;
  readonly runs: readonly ManifestRun[];
}

export const writeManifest = (path: string, manifest: IndexManifest): Promise<void> =>
  writeDurably(path, JSON.stringify(manifest));

/** Undefined when there is none that this version can use. */
export async function readManifest(path: string): Promise<IndexManifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as IndexManifest;
    return manifest.format === 1 ? manifest : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
