import type { LogUpTo } from './queries/export-batch.ts';

/** A file of a batch, as the manifest lists it. */
export interface ExportedFile {
  readonly name: string;
  readonly project_id: string;
  readonly environment_id: string;
  /** Start of the hour in which its events arrived. */
  readonly hour: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a batch added. The manifests, read in the order of their numbers, name each event once. */
export interface ExportManifest {
  readonly version: 1;
  readonly sequence: number;
  readonly created_at: string;
  /** Where it begins and ends in the order in which events were stored. */
  readonly from: readonly LogUpTo[];
  readonly to: readonly LogUpTo[];
  readonly files: readonly ExportedFile[];
}

/** How far the export to a target is; kept as the input of a job that never ends. */
export interface ExportState {
  readonly target: string;
  /** Of the last manifest; 0 when there is none. */
  readonly sequence: number;
  readonly position: readonly LogUpTo[];
  /** Everything that arrived before was looked at. */
  readonly beforeMs: number;
  /** Files that are being written: those of a batch that was not finished are removed. */
  readonly writing: readonly string[];
  /** A batch whose files are all there: from here on it is finished, whoever finishes it. */
  readonly pending: ExportManifest | null;
}

export const manifestName = (sequence: number): string => `manifest/${String(sequence).padStart(10, '0')}.json`;
