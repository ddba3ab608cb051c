import { expect, test } from 'vitest';
import {
  admittedShare,
  isOverloaded,
  type LoadSample,
  nextPressure,
  SHED_ORDER,
  shedClassOf,
  shedRouteOf,
} from './shed-order.ts';

const shares = (pressure: number): number[] =>
  SHED_ORDER.map((shedClass) => Math.round(admittedShare(shedClass, pressure) * 100));

test('a class is rejected only when all classes before it are: performance, ingest, register, crash, config', () => {
  expect(SHED_ORDER).toEqual(['performance', 'ingest', 'register', 'crash', 'config']);
  expect(shares(0)).toEqual([100, 100, 100, 100, 100]);
  expect(shares(0.3)).toEqual([70, 100, 100, 100, 100]);
  expect(shares(1)).toEqual([0, 100, 100, 100, 100]);
  expect(shares(1.5)).toEqual([0, 50, 100, 100, 100]);
  expect(shares(4)).toEqual([0, 0, 0, 0, 100]);
  expect(shares(5)).toEqual([0, 0, 0, 0, 0]);
});

const samples = [
  { name: 'idle', lagMs: 0, inFlight: 0, isOver: false },
  {
    name: 'a thread that is late with little to do: a large request, or a busy machine',
    lagMs: 400,
    inFlight: 128,
    isOver: false,
  },
  { name: 'many requests that wait for the disk', lagMs: 5, inFlight: 3_000, isOver: false },
  { name: 'many requests and a late thread', lagMs: 26, inFlight: 129, isOver: true },
  { name: 'more requests than memory is to hold', lagMs: 0, inFlight: 4_001, isOver: true },
];
for (const { name, isOver, ...sample } of samples) {
  test(`${name} is ${isOver ? '' : 'no '}overload`, () => expect(isOverloaded(sample)).toBe(isOver));
}

test('pressure rises while there is overload, falls behind it, and leaves config alone unless memory is at stake', () => {
  const [over, calm, tooMuch] = [
    { lagMs: 100, inFlight: 500 },
    { lagMs: 1, inFlight: 10 },
    { lagMs: 1, inFlight: 5_000 },
  ];
  const after = (pressure: number, steps: number, sample: LoadSample): number =>
    Array.from({ length: steps }).reduce<number>((current) => nextPressure(current, 50, sample), pressure);
  expect(after(0, 6, over)).toBeCloseTo(1.5);
  expect(after(1.5, 6, calm)).toBeCloseTo(0.6);
  expect(after(0, 100, over)).toBe(4);
  expect(after(4, 100, calm)).toBe(0);
  expect(after(4, 100, tooMuch)).toBe(5);
  expect(nextPressure(0, 60_000, over)).toBeCloseTo(0.5);
});

test('queries, edits and health are never rejected for overload', () => {
  expect(['askInsight', 'createFlag', 'health', 'ready', 'metrics', 'configStream'].map(shedClassOf)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

test('a request is recognized by its method and path, with parameters and a query', () => {
  const routeOf = (text: string) => {
    const [method = '', url = ''] = text.split(' ');
    return shedRouteOf({ method, url });
  };
  expect(
    [
      'POST /v1/ingest',
      'GET /v1/config?version=2',
      'POST /v1/devices/one%20two/identify',
      'POST /v1/performance/ingest',
    ].map(routeOf),
  ).toEqual(['ingest', 'config', 'identifyDevice', 'ingestPerformance']);
  expect(
    ['GET /v1/ingest', 'POST /v1/ingest/more', 'GET /v1/flags', 'POST /v1/devices/a/b/identify'].map(routeOf),
  ).toEqual(Array(4).fill(undefined));
});
