import { describe, expect, test } from 'vitest';
import { median, percentile, spreadOf } from './spread.ts';
import { isSteady, steadyRounds } from './steady-rounds.ts';

/** Rounds over floors that are known beforehand; what is measured counts up. */
function roundsOver(floors: readonly number[], rounds: number) {
  let [floor, measured] = [0, 0];
  return steadyRounds({
    rounds,
    floor: async () => floors[floor++] ?? Number.NaN,
    speedOf: (speed) => speed,
    measure: async () => measured++,
  });
}

describe('spread', () => {
  test('says between which values the rounds lie, and the one in the middle', () => {
    expect(spreadOf([3, 1, 10])).toEqual({ min: 1, median: 3, max: 10, rounds: 3 });
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
  });
});

describe('two floors around a round', () => {
  test('may differ by a tenth of the faster one, whichever comes first', () => {
    expect(isSteady(100, 90)).toBe(true);
    expect(isSteady(90, 100)).toBe(true);
    expect(isSteady(100, 89)).toBe(false);
    expect(isSteady(89, 100)).toBe(false);
  });

  test('a round between floors that differ is thrown away and repeated', async () => {
    const result = await roundsOver([100, 98, 50, 51, 52], 3);
    expect(result.rounds.map(({ measured }) => measured)).toEqual([0, 2, 3]);
    expect(result).toMatchObject({ thrownAway: 1, isNoisy: false });
  });

  test('a floor serves the round before it and the one behind it', async () => {
    const { rounds } = await roundsOver([100, 101, 102], 2);
    expect(rounds.map(({ before, after }) => [before, after])).toEqual([
      [100, 101],
      [101, 102],
    ]);
  });

  test('with too few steady rounds after twice as many attempts the result is noisy', async () => {
    const result = await roundsOver([100, 99, 50, 100, 50], 2);
    expect(result).toMatchObject({ thrownAway: 3, isNoisy: true });
    expect(result.rounds.map(({ measured }) => measured)).toEqual([0]);
  });

  test('without any steady round all are there, and noisy', async () => {
    const result = await roundsOver([100, 50, 100], 1);
    expect(result).toMatchObject({ thrownAway: 2, isNoisy: true });
    expect(result.rounds).toHaveLength(2);
  });
});
