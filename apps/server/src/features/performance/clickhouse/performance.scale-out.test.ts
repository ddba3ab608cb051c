import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomFacts } from '../../../compose/testing/random-facts.ts';
import { receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { TwoEngines } from '../../../compose/testing/two-engines.ts';
import {
  type MetricDimension,
  type MetricPoint,
  performanceDistributionQuery,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from '../queries/performance.ts';

const startMs = receivedAtMs - 30 * HOUR_MS;
const range = { scope, fromMs: startMs + 12 * HOUR_MS, toMs: startMs + 24 * HOUR_MS };
const rules = [
  { metricType: 'startup', line: 1_000, ceiling: 50_000 },
  { metricType: 'frames', metricName: 'slow_frame', ceiling: 1e6, rateOf: 'frames', delayAbove: 16.7 },
  { metricType: 'anr', ceiling: 1e6, rateOf: 'sessions' },
] as const;
const names = [
  ['startup', 'cold_start'],
  ['frames', 'slow_frame'],
  ['frames', 'frame_summary'],
  ['anr', 'anr_detected'],
  ['network', 'GET é'],
] as const;
const breakdowns: readonly MetricDimension[] = [
  ...(['version', 'device', 'country', 'os', 'platform', 'network_type'] as const).map((kind) => ({ kind })),
  { kind: 'flag', key: 'f' },
  { kind: 'flag', key: 'é' },
  { kind: 'experiment', key: 'e' },
];

let engines: TwoEngines;
beforeAll(async () => {
  engines = await TwoEngines.open();
  const facts = new RandomFacts(8, startMs);
  const value = (): number => (facts.isHit(0.1) ? facts.pick([0, 1e300, 5]) : Math.exp(facts.number() * 12));
  await engines.load(
    ...Array.from({ length: 500 }, () => {
      const [type, name] = facts.pick(names);
      return facts.metric(type, name, value(), 30);
    }),
    ...Array.from({ length: 60 }, () => facts.event('$session_start', 40)),
  );
}, 60_000);
afterAll(() => engines.close());

const byPlace = (points: readonly MetricPoint[]): readonly MetricPoint[] =>
  points.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test.each([undefined, ...breakdowns])('performance by $kind $key is the same from both engines', async (breakdown) => {
  const query = { ...range, filter: {}, rules, ...(breakdown === undefined ? {} : { breakdown }) };
  const [summary, sameSummary] = await engines.run(performanceSummaryQuery, { ...query, page: { limit: 3 } });
  /** Sums of doubles depend on the order in which they are added. */
  const rounded = (page: typeof summary) =>
    JSON.parse(JSON.stringify(page), (key, value) =>
      ['delayMs', 'whole'].includes(key) && typeof value === 'number' ? Number(value.toPrecision(12)) : value,
    );
  expect(rounded(sameSummary)).toEqual(rounded(summary));
  expect(summary.rows).toHaveLength(3);
  const page = { limit: 3, cursor: summary.nextCursor ?? '' };
  const [next, sameNext] = await engines.run(performanceSummaryQuery, { ...query, page });
  expect(rounded(sameNext)).toEqual(rounded(next));
  expect(next.rows).toHaveLength(2);

  const metrics = names.map(([metricType, metricName]) => ({ metricType, metricName }));
  const series = { ...query, metrics, interval: 'hour', timezone: 'Asia/Kathmandu' } as const;
  const [points, samePoints] = await engines.run(performanceSeriesQuery, series);
  expect(byPlace(samePoints)).toEqual(byPlace(points));

  const metricName = 'cold_start';
  const [distribution, sameDistribution] = await engines.run(performanceDistributionQuery, { ...query, metricName });
  expect(sameDistribution).toEqual(distribution);
  expect(distribution?.count).toBeGreaterThan(10);
});
