import { rollupNames } from '../rollups/rollup-tables.ts';
import { recentTables, type TableName, tables } from '../store-schema.ts';

/** What the manifest says itself, and what says what the file is. */
const inManifest: readonly TableName[] = ['loads', 'segment_gaps', 'store_format', 'store_identity'];

/** Built again from the events. */
const summed: readonly TableName[] = rollupNames;

/** Tables that grow at their end: a checkpoint adds the rows that are new, and writes parts anew whose rows were removed. */
export const growingTables: readonly TableName[] = recentTables.filter((table) => table !== 'ledger');

/** Small ones that change in other ways: a checkpoint takes them whole. */
export const wholeTables: readonly TableName[] = (Object.keys(tables) as TableName[]).filter(
  (table) => !inManifest.includes(table) && !growingTables.includes(table) && !summed.includes(table),
);

export interface PartShape {
  /** A part that would be larger is several. */
  readonly maxRows: number;
  /** Bounds the memory of writing one. */
  readonly rowGroupRows: number;
}

/** Crash reports may have megabytes each. */
export const partShapeOf = (table: string): PartShape =>
  table === 'crashes' ? { maxRows: 20_000, rowGroupRows: 2_048 } : { maxRows: 500_000, rowGroupRows: 8_192 };
