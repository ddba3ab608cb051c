import type { ColumnChunk } from '../../../analytics/column-chunk.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { FunnelParams } from './funnels/funnel-definition.ts';
import { GrowingNumbers } from './funnels/growing-numbers.ts';
import { stepsResult } from './funnels/steps-result.ts';
import { type InsightResult, MISSING_PLACE, type Moment, REST_PLACE } from './insight-params.ts';

/**
 * Follows one person after the other through the steps.
 *
 * A person reaches step k at the first moment at which an event of it ends a chain of k events, each strictly later
 * than the one before, no longer than the window. For that it is enough to know the latest start of such a chain: it
 * only ever moves forward in time. The time from the step before is counted from its latest completion.
 */
class FunnelTally {
  readonly reached: number[];
  readonly #window: number;
  readonly #times: GrowingNumbers[];
  readonly #starts: Float64Array;
  readonly #lasts: Float64Array;
  #deepest = 0;

  constructor(steps: number, windowMs: number) {
    this.#window = windowMs;
    this.reached = new Array<number>(steps).fill(0);
    this.#times = Array.from({ length: steps }, () => new GrowingNumbers());
    this.#starts = new Float64Array(steps);
    this.#lasts = new Float64Array(steps);
  }

  nextPerson(): void {
    this.#deepest = 0;
  }

  /** All that the person did at this moment: bit k says that an event of step k was among it. Moments ascend. */
  moment(atMs: number, steps: number): void {
    // From the last step down, so that no step builds on another of the same moment.
    for (let step = Math.min(this.#deepest, this.reached.length - 1); step > 0; step--) {
      if ((steps & (1 << step)) === 0) continue;
      const start = this.#starts[step - 1] as number;
      if (atMs - start > this.#window) continue;
      if (step === this.#deepest) this.#reach(step, atMs - (this.#lasts[step - 1] as number));
      this.#starts[step] = start;
      this.#lasts[step] = atMs;
    }
    if ((steps & 1) === 0) return;
    if (this.#deepest === 0) this.#reach(0, 0);
    this.#starts[0] = atMs;
    this.#lasts[0] = atMs;
  }

  /** In seconds; null when no person reached the step. */
  medianSeconds(step: number): number | null {
    const median = this.#times[step]?.median();
    return median === undefined ? null : Math.round(median) / 1000;
  }

  #reach(step: number, tookMs: number): void {
    this.#deepest = step + 1;
    this.reached[step] = (this.reached[step] ?? 0) + 1;
    if (step > 0) this.#times[step]?.push(tookMs);
  }
}

/** A moment and the steps done at it are one number to sort by: the low bits are the steps. */
export const STEP_BITS = 10;

/**
 * Follows persons through the steps, and makes the result. Rows come person by person, each in the order of moments.
 * Columns: the low and the high half of the person's key, the moment, the steps done, and with a breakdown the person's
 * place. `values` are those of the places; undefined without a breakdown.
 */
export async function followFunnel(
  params: FunnelParams,
  moment: Moment,
  values: readonly string[] | undefined,
  rows: AsyncIterable<ColumnChunk>,
): Promise<InsightResult> {
  const newTally = (): FunnelTally => new FunnelTally(params.steps.length, params.windowMs);
  const all = newTally();
  const tallies = values === undefined ? [] : Array.from({ length: MISSING_PLACE + 1 }, newTally);
  await follow(rows, all, tallies);
  const tallyAt = (place: number): FunnelTally => tallies[place] ?? newTally();
  const breakdown = values && {
    values: values.map((value, place) => ({ value, tally: tallyAt(place) })),
    rest: tallyAt(REST_PLACE),
    missing: tallyAt(MISSING_PLACE),
  };
  return { resultJson: JSON.stringify(stepsResult(params, moment, all, breakdown)) };
}

/** Each row counts for all, and in the tally at its place. */
async function follow(
  rows: AsyncIterable<ColumnChunk>,
  all: FunnelTally,
  tallies: readonly FunnelTally[],
): Promise<void> {
  let own: FunnelTally | undefined;
  let [low, high, at, steps] = [-1, -1, 0, 0];
  const finish = (): void => {
    if (steps === 0) return;
    all.moment(at, steps);
    own?.moment(at, steps);
    steps = 0;
  };
  for await (const { rowCount, column } of rows) {
    const [lows, highs, times, done] = [column(0), column(1), column(2), column(3)];
    const places = tallies.length === 0 ? undefined : column(4);
    for (let row = 0; row < rowCount; row++) {
      const time = times[row] as number;
      const isOther = lows[row] !== low || highs[row] !== high;
      if (isOther || time !== at) finish();
      if (isOther) {
        [low, high] = [lows[row] as number, highs[row] as number];
        all.nextPerson();
        own = places === undefined ? undefined : tallies[places[row] as number];
        own?.nextPerson();
      }
      at = time;
      steps |= done[row] as number;
    }
  }
  finish();
}

export type { FunnelParams } from './funnels/funnel-definition.ts';
export const funnelQuery = defineQuery<FunnelParams, InsightResult>('funnel', 'heavy');
