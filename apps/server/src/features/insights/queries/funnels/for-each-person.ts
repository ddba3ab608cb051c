import type { ColumnChunk } from '../../../../analytics/column-chunk.ts';
import { comparedFields } from './compared-columns.ts';
import type { FunnelParams } from './funnel-definition.ts';
import { PersonRows } from './person-rows.ts';

/** A moment, the steps and the exclusions done at it are one number to sort by: these are its low bits. */
export const DONE_BITS = 15;
/** Events without a value of the breakdown come after all that have one. */
export const NO_VALUE = 2 ** 32 - 1;

/** Hands over the rows of one person after the other; they are overwritten by those of the next. */
export async function forEachPerson(
  { holdField, breakdownField, view }: FunnelParams,
  chunks: AsyncIterable<ColumnChunk>,
  onPerson: (rows: PersonRows) => void,
): Promise<void> {
  const codes = view?.kind === 'correlation' ? comparedFields(view).length : 0;
  const holdAt = 4;
  const valueAt = holdAt + Number(holdField !== undefined);
  const codesAt = valueAt + Number(breakdownField !== undefined);
  const person = new PersonRows(codes);
  let [low, high] = [-1, -1];
  for await (const { rowCount, column } of chunks) {
    const [lows, highs, times, dones] = [column(0), column(1), column(2), column(3)];
    const holds = holdField === undefined ? undefined : column(holdAt);
    const values = breakdownField === undefined ? undefined : column(valueAt);
    const codeColumns = Array.from({ length: codes }, (_, index) => column(codesAt + index));
    for (let row = 0; row < rowCount; row++) {
      if (lows[row] !== low || highs[row] !== high) {
        if (person.size > 0) onPerson(person);
        person.clear();
        [low, high] = [lows[row] as number, highs[row] as number];
      }
      person.add(times[row] as number, dones[row] as number, holds?.[row] ?? 0, values?.[row] ?? NO_VALUE);
      for (let code = 0; code < codes; code++) {
        person.codes[(person.size - 1) * codes + code] = codeColumns[code]?.[row] ?? 0;
      }
    }
  }
  if (person.size > 0) onPerson(person);
}
