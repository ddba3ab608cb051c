import type { ColumnChunk } from '../../../../analytics/column-chunk.ts';
import type { FunnelParams } from '../funnel.ts';
import type { FunnelRow } from './best-attempt.ts';
import { comparedFields } from './compared-columns.ts';

/** A moment, the steps and the exclusions done at it are one number to sort by: these are its low bits. */
export const DONE_BITS = 15;
/** Events without a value of the breakdown come after all that have one. */
export const NO_VALUE = 2 ** 32 - 1;

/** Which columns rows have after the halves of the person's key, the moment and what was done at it, in this order. */
export const columnsOf = ({ holdField, breakdownField, view }: FunnelParams) => ({
  hasHold: holdField !== undefined,
  hasValue: breakdownField !== undefined,
  codes: view?.kind === 'correlation' ? comparedFields(view).length : 0,
});

/** Hands over the rows of one person after the other. */
export async function forEachPerson(
  params: FunnelParams,
  rows: AsyncIterable<ColumnChunk>,
  onPerson: (rows: readonly FunnelRow[]) => void,
): Promise<void> {
  const { hasHold, hasValue, codes } = columnsOf(params);
  const holdAt = 4;
  const valueAt = holdAt + Number(hasHold);
  const codesAt = valueAt + Number(hasValue);
  let [low, high] = [-1, -1];
  let person: FunnelRow[] = [];
  for await (const { rowCount, column } of rows) {
    const [lows, highs, times, dones] = [column(0), column(1), column(2), column(3)];
    const holds = hasHold ? column(holdAt) : undefined;
    const values = hasValue ? column(valueAt) : undefined;
    const codeColumns = Array.from({ length: codes }, (_, index) => column(codesAt + index));
    for (let row = 0; row < rowCount; row++) {
      if (lows[row] !== low || highs[row] !== high) {
        if (person.length > 0) onPerson(person);
        [low, high, person] = [lows[row] as number, highs[row] as number, []];
      }
      person.push({
        atMs: times[row] as number,
        done: dones[row] as number,
        hold: holds?.[row] ?? 0,
        value: values?.[row] ?? NO_VALUE,
        codes: codeColumns.map((code) => code[row] as number),
      });
    }
  }
  if (person.length > 0) onPerson(person);
}
