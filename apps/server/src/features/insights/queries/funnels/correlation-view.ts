import { endsOf, type Moment } from '../insight-params.ts';
import type { ComparedColumn } from './compared-columns.ts';
import type { EachAttempt } from './each-attempt.ts';
import type { FunnelParams } from './funnel-definition.ts';

const MAX_ROWS = 50;

/** What was done or had between the first step and the last, or the end of the window, by those who converted and by the others. */
export async function correlationView(
  { steps, windowMs, conversionWindow }: FunnelParams,
  moment: Moment,
  compared: readonly ComparedColumn[],
  eachAttempt: EachAttempt,
) {
  const candidates = compared.flatMap(candidatesOf);
  const firstOf = compared.map((_, column) =>
    compared.slice(0, column).reduce((sum, { values }) => sum + values.length, 0),
  );
  // By whether they converted: people, and how many of them have each candidate.
  const groups = [false, true].map(() => ({ people: 0, having: new Float64Array(candidates.length) }));
  /** The number of the last person who was seen with it: each counts once. */
  const seenWith = new Float64Array(candidates.length);
  let person = 0;
  await eachAttempt(({ times }, rows) => {
    person++;
    const isConverted = times.length === steps.length;
    const group = groups[Number(isConverted)] as (typeof groups)[number];
    group.people++;
    const fromMs = times[0] ?? 0;
    const toMs = isConverted ? (times.at(-1) ?? 0) : fromMs + windowMs;
    for (let row = 0; row < rows.size; row++) {
      const atMs = rows.atMs[row] as number;
      if (atMs < fromMs || atMs > toMs) continue;
      for (let column = 0; column < compared.length; column++) {
        const code = rows.codes[row * compared.length + column] as number;
        const candidate = (firstOf[column] ?? 0) + code - 1;
        if (code === 0 || seenWith[candidate] === person) continue;
        seenWith[candidate] = person;
        group.having[candidate] = (group.having[candidate] ?? 0) + 1;
      }
    }
  });
  const [others, converts] = groups as [(typeof groups)[number], (typeof groups)[number]];
  const counted = candidates
    .map((candidate, index) => ({
      ...candidate,
      converted: converts.having[index] ?? 0,
      notConverted: others.having[index] ?? 0,
    }))
    .filter(({ converted, notConverted }) => converted + notConverted > 0);
  return {
    kind: 'funnel' as const,
    view: 'correlation' as const,
    converted: converts.people,
    notConverted: others.people,
    tested: counted.length,
    rows: (await testedRows(counted, converts.people, others.people)).slice(0, MAX_ROWS),
    conversionWindow,
    ...endsOf(moment),
  };
}

const candidatesOf = ({ field, isEvents, values }: ComparedColumn) =>
  values.map((value) =>
    isEvents ? { kind: 'event' as const, event: value } : { kind: 'field' as const, field, value },
  );

interface Counted {
  readonly converted: number;
  readonly notConverted: number;
}

/** By p-value, then as they came. */
async function testedRows<T extends Counted>(counted: readonly T[], converts: number, others: number) {
  const { adjustByBenjaminiHochberg, twoByTwoTest } = await import('@lamppost/statistics/experiments');
  const tests = counted.map(({ converted, notConverted }) =>
    twoByTwoTest({
      firstWith: converted,
      firstWithout: converts - converted,
      secondWith: notConverted,
      secondWithout: others - notConverted,
    }),
  );
  const adjusted = adjustByBenjaminiHochberg(tests.map(({ pValue }) => pValue));
  return counted
    .flatMap((row, index) => {
      const test = tests[index];
      return test === undefined ? [] : [{ ...row, ...test, adjustedPValue: adjusted[index] ?? 1 }];
    })
    .sort((a, b) => a.pValue - b.pValue);
}
