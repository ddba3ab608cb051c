import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '../../../telemetry/fail-points.ts';
import { savePositions } from '../loading/load-positions.ts';
import { STORE_FORMAT, type TableName, tables } from '../store-schema.ts';
import type { CheckpointFolder } from './checkpoint-folder.ts';
import { bytesOf, type CheckpointManifest, type CheckpointPart, ManifestUnusable } from './checkpoint-manifest.ts';
import { columnTypes } from './column-types.ts';
import { readPart } from './read-part.ts';

export interface RestoreObserver {
  readonly onNotice: (message: string) => void;
  readonly onProgress: (restoredBytes: number, manifest: CheckpointManifest) => void;
}

/** The checkpoint was written by a newer version; nothing was done. */
class CheckpointTooNew extends Error {}

interface Choice {
  readonly manifest: CheckpointManifest;
  /** Names of parts that cannot be used. */
  readonly damaged: ReadonlySet<string>;
}

/** Fills the empty tables of a new store from the newest checkpoint that is whole. Answers it, if there is one. */
export async function restoreCheckpoint(
  connection: DuckDBConnection,
  folder: CheckpointFolder,
  observer: RestoreObserver,
): Promise<CheckpointManifest | undefined> {
  const choice = await chooseCheckpoint(folder, observer.onNotice);
  if (choice === undefined) return undefined;
  const { manifest, damaged } = choice;
  if (manifest.storeFormat > STORE_FORMAT) {
    const known = `this version supports ${STORE_FORMAT}: start the newer version`;
    throw new CheckpointTooNew(`checkpoint ${manifest.id} has store format ${manifest.storeFormat}, ${known}`);
  }
  let [restoredBytes, lostRows] = [0, 0];
  for (const part of manifest.parts) {
    if (damaged.has(part.file)) lostRows += part.rows;
    else if (part.table in tables) await loadPart(connection, folder, part);
    else observer.onNotice(`Checkpoint ${manifest.id}: ${part.file} belongs to a table that no longer exists`);
    restoredBytes += part.bytes;
    observer.onProgress(restoredBytes, manifest);
    failPoint('rebuild.part');
  }
  await connection.run('BEGIN');
  const counters = { ...manifest.counters, lostRows: manifest.counters.lostRows + lostRows };
  await savePositions(connection, manifest.positions, { lastLoad: manifest.lastLoad, counters });
  await connection.run('COMMIT');
  const megabytes = Math.ceil(bytesOf(manifest) / 1_000_000);
  observer.onNotice(`Store restored from checkpoint ${manifest.id} (${megabytes} MB); loading later segments`);
  return manifest;
}

async function loadPart(connection: DuckDBConnection, folder: CheckpointFolder, part: CheckpointPart): Promise<void> {
  const columns = await columnTypes(connection, part.table as TableName);
  const rows = await readPart(connection, columns, folder.partPath(part.file));
  const { rowsChanged } = await connection.run(`INSERT INTO store.${part.table} BY NAME SELECT * FROM ${rows}`);
  if (rowsChanged !== part.rows) throw new Error(`${part.file} gave ${rowsChanged} rows, not ${part.rows}`);
}

/**
 * The newest of which every file is as it was written; segments behind the one before it are kept for this. If there is
 * none, the newest that can be read at all, without its damaged parts: the rest is not given up for them.
 */
async function chooseCheckpoint(
  folder: CheckpointFolder,
  onNotice: (message: string) => void,
): Promise<Choice | undefined> {
  const faults = new Map<string, string | undefined>();
  let fallback: Choice | undefined;
  for (const id of await folder.ids()) {
    const manifest = await readIfUsable(folder, id, onNotice);
    if (manifest === undefined) continue;
    for (const part of manifest.parts) {
      if (faults.has(part.file)) continue;
      const fault = await folder.faultOf(part);
      faults.set(part.file, fault);
      if (fault !== undefined) onNotice(`Checkpoint ${id}: ${part.file} cannot be used, ${fault}`);
    }
    const damaged = new Set(manifest.parts.map(({ file }) => file).filter((file) => faults.get(file) !== undefined));
    if (damaged.size === 0) return { manifest, damaged };
    fallback ??= { manifest, damaged };
  }
  if (fallback === undefined) return undefined;
  const lost = fallback.manifest.parts.filter(({ file }) => fallback?.damaged.has(file));
  const rows = lost.reduce((sum, part) => sum + part.rows, 0);
  onNotice(`No checkpoint is complete: ${rows} rows of checkpoint ${fallback.manifest.id} are lost`);
  return fallback;
}

async function readIfUsable(folder: CheckpointFolder, id: number, onNotice: (message: string) => void) {
  try {
    return await folder.read(id);
  } catch (error) {
    if (!(error instanceof ManifestUnusable)) throw error;
    onNotice(`Checkpoint ${id} cannot be used: ${error.message}`);
    return undefined;
  }
}
