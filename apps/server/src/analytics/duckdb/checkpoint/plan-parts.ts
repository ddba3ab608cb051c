import type { TableName } from '../store-schema.ts';
import type { CheckpointPart } from './checkpoint-manifest.ts';
import type { RowRange } from './write-part.ts';

export interface PartPlan {
  /** Parts of the checkpoint before that stay as they are. */
  readonly kept: readonly CheckpointPart[];
  readonly toWrite: readonly RowRange[];
}

/** Parts are small enough to be written anew one by one when rows of them are removed. */
export const MAX_PART_BYTES = 64 * 1024 * 1024;

/**
 * What must be written so that all rows of a table up to `end` are in parts. `isHeld` says whether the store still has
 * exactly the rows of a part where that says they are. A small last part is written again together with what is new,
 * so that there are few files however often it happens.
 */
export async function planParts(
  table: TableName,
  before: readonly CheckpointPart[],
  end: number,
  maxRows: number,
  isHeld: (part: CheckpointPart) => Promise<boolean>,
): Promise<PartPlan> {
  const size = fittingRows(before, maxRows);
  const kept: CheckpointPart[] = [];
  const toWrite: RowRange[] = [];
  let written = 0;
  for (const part of before) {
    if (part.endRow > end) break;
    if (await isHeld(part)) kept.push(part);
    else toWrite.push({ table, first: part.firstRow, end: part.endRow });
    written = part.endRow;
  }
  const last = kept.at(-1);
  const isMerged = written < end && last?.endRow === written && end - last.firstRow <= size;
  if (isMerged) kept.pop();
  for (let first = isMerged ? last.firstRow : written; first < end; first += size) {
    toWrite.push({ table, first, end: Math.min(first + size, end) });
  }
  return { kept, toWrite };
}

/** Fewer say nothing about the size of a row. */
const TELLING_ROWS = 10_000;

/** As many rows as fit, by the size that those before had on average. */
function fittingRows(before: readonly CheckpointPart[], maxRows: number): number {
  const rows = before.reduce((sum, part) => sum + part.rows, 0);
  const bytes = before.reduce((sum, part) => sum + part.bytes, 0);
  if (rows < TELLING_ROWS) return maxRows;
  return Math.max(1, Math.min(maxRows, Math.floor((MAX_PART_BYTES * rows) / bytes)));
}
