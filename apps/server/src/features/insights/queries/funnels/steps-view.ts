import { MAX_VALUES, type Moment } from '../insight-params.ts';
import type { PersonAttempt } from './best-attempt.ts';
import type { EachAttempt } from './each-attempt.ts';
import { NO_VALUE } from './for-each-person.ts';
import type { FunnelParams } from './funnel-definition.ts';
import type { FunnelSource } from './funnel-source.ts';
import { GrowingNumbers } from './growing-numbers.ts';

import type { PersonRows } from './person-rows.ts';
import { type StepsTally, stepsResult } from './steps-result.ts';

class AttemptTally implements StepsTally {
  readonly reached: number[];
  readonly #times: readonly GrowingNumbers[];

  constructor(steps: number) {
    this.reached = new Array<number>(steps).fill(0);
    this.#times = Array.from({ length: steps }, () => new GrowingNumbers());
  }

  add({ reached }: PersonAttempt): void {
    for (const [step, { tookMs }] of reached.entries()) {
      this.reached[step] = (this.reached[step] ?? 0) + 1;
      this.#times[step]?.push(tookMs);
    }
  }

  medianSeconds(step: number): number | null {
    const median = this.#times[step]?.median();
    return median === undefined ? null : Math.round(median) / 1000;
  }
}

/** With a breakdown people are followed twice: values are ranked by how many have them before anything is kept of each. */
export async function stepsView(params: FunnelParams, moment: Moment, source: FunnelSource, eachAttempt: EachAttempt) {
  const newTally = (): AttemptTally => new AttemptTally(params.steps.length);
  const all = newTally();
  if (params.breakdownField === undefined) {
    await eachAttempt((attempt) => all.add(attempt));
    return stepsResult(params, moment, all, undefined);
  }
  const persons = new Map<number, number>();
  await eachAttempt((attempt, rows) => {
    const value = valueOfPerson(params, attempt, rows);
    if (value !== NO_VALUE) persons.set(value, (persons.get(value) ?? 0) + 1);
  });
  const shown = [...persons]
    .sort(([a, of], [b, other]) => other - of || a - b)
    .slice(0, MAX_VALUES)
    .map(([value]) => value);
  const tallies = new Map(shown.map((value) => [value, newTally()]));
  const [rest, missing] = [newTally(), newTally()];
  await eachAttempt((attempt, rows) => {
    const value = valueOfPerson(params, attempt, rows);
    all.add(attempt);
    (tallies.get(value) ?? (value === NO_VALUE ? missing : rest)).add(attempt);
  });
  const names = await source.valuesAt(shown);
  const values = shown.map((value) => ({ value: names.get(value) ?? '', tally: tallies.get(value) ?? rest }));
  return stepsResult(params, moment, all, { values, rest, missing });
}

/** At the last step that counts, or at the earliest first step of all; of two at one moment, the smaller. */
function valueOfPerson({ attribution, order, steps }: FunnelParams, { lastValue }: PersonAttempt, rows: PersonRows) {
  if (attribution === 'last') return lastValue;
  const bits = order === 'any' ? 2 ** steps.length - 1 : 1;
  let [value, earliestMs] = [NO_VALUE, Number.POSITIVE_INFINITY];
  for (let row = 0; row < rows.size; row++) {
    const [atMs, own] = [rows.atMs[row] as number, rows.value[row] as number];
    if (((rows.done[row] as number) & bits) === 0 || atMs > earliestMs) continue;
    value = atMs < earliestMs ? own : Math.min(value, own);
    earliestMs = atMs;
  }
  return value;
}
