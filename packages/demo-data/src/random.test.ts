import { expect, test } from 'vitest';
import { mix, Random } from './random.ts';

const draws = 20_000;
const many = (draw: () => number): number[] => Array.from({ length: draws }, draw);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

test('the same seeds give the same numbers, any other seed gives others', () => {
  const of = (...seeds: [number, number, number]) =>
    Array.from(
      { length: 8 },
      (
        (r) => () =>
          r.bits()
      )(new Random(...seeds)),
    );
  expect(of(1, 2, 3)).toEqual(of(1, 2, 3));
  for (const other of [of(2, 2, 3), of(1, 3, 3), of(1, 2, 4)]) expect(other).not.toEqual(of(1, 2, 3));
});

test('neighbouring streams are independent of each other', () => {
  const firsts = Array.from({ length: draws }, (_, at) => new Random(7, at).share());
  const nexts = [...firsts.slice(1), firsts[0] as number];
  expect(mean(firsts)).toBeCloseTo(0.5, 1);
  const covariance = mean(firsts.map((first, at) => (first - 0.5) * ((nexts[at] as number) - 0.5)));
  expect(Math.abs(covariance)).toBeLessThan(0.004);
});

test('shares, normals, exponentials and geometrics have the means that their names promise', () => {
  const random = new Random(11);
  expect(mean(many(() => random.share()))).toBeCloseTo(0.5, 1);
  expect(mean(many(() => random.normal()))).toBeCloseTo(0, 1);
  expect(mean(many(() => random.exponential(4))) / 4).toBeCloseTo(1, 1);
  expect(mean(many(() => random.geometric(0.25))) / 4).toBeCloseTo(1, 1);
});

test('half of log-normal numbers lie below the median', () => {
  const random = new Random(12);
  expect(many(() => random.logNormal(300, 0.8)).filter((each) => each < 300).length / draws).toBeCloseTo(0.5, 1);
});

test('weighted picks follow the weights', () => {
  const random = new Random(13);
  const picks = Array.from({ length: draws }, () =>
    random.weighted([
      ['a', 6],
      ['b', 3],
      ['c', 1],
    ]),
  );
  expect(picks.filter((pick) => pick === 'a').length / draws).toBeCloseTo(0.6, 1);
  expect(picks.filter((pick) => pick === 'c').length / draws).toBeCloseTo(0.1, 1);
});

test('UUIDs have the form of random ones and do not repeat', () => {
  const random = new Random(14);
  const uuids = Array.from({ length: 2000 }, () => random.uuid());
  expect(new Set(uuids).size).toBe(2000);
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('mix spreads numbers over all 32 bits', () => {
  const mixed = Array.from({ length: draws }, (_, at) => mix(5, at));
  expect(new Set(mixed).size).toBeGreaterThan(draws - 5);
  expect(mean(mixed) / 2 ** 32).toBeCloseTo(0.5, 1);
});
