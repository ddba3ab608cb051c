import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomFacts } from '../../../../compose/testing/random-facts.ts';
import { batchRecord, receivedAtMs, scope } from '../../../../compose/testing/sample-log.ts';
import { TwoEngines } from '../../../../compose/testing/two-engines.ts';
import type { MetricQuery } from '../../../experiments/queries/experiment-statistics.ts';
import { rolloutStatisticsQuery } from '../queries/rollout-statistics.ts';

const startMs = receivedAtMs - 30 * HOUR_MS;
const metric = (eventName: string, metricType: MetricQuery['metricType'], more: Partial<MetricQuery> = {}) => ({
  eventName,
  metricType,
  aggregationField: null,
  conversionWindowHours: null,
  denominatorEvent: null,
  denominatorField: null,
  ...more,
});
const price = { aggregationField: 'price' };
const metrics: readonly MetricQuery[] = [
  metric('buy', 'conversion', { conversionWindowHours: 5 }),
  metric('buy', 'count'),
  metric('buy', 'sum', price),
  metric('buy', 'average', price),
  metric('buy', 'ratio', { ...price, denominatorEvent: 'tap' }),
  metric('buy', 'p95', price),
  metric('$startup', 'p50'),
  metric('$crash_free_sessions', 'ratio'),
  metric('$anr_rate', 'ratio', { conversionWindowHours: 9 }),
];

let engines: TwoEngines;
beforeAll(async () => {
  engines = await TwoEngines.open();
  const facts = new RandomFacts(3, startMs);
  const served = (flag_key: string) => ({ flag_key, value: facts.pick([true, false, 'b', 'é', null]) });
  const flags = ['shown', 'carried'];
  await engines.load(
    ...Array.from({ length: 120 }, () =>
      facts.event('$flag_exposure', 60, served(facts.pick(['shown', 'other'])), flags),
    ),
    ...Array.from({ length: 200 }, () => facts.event('buy', 60, { price: facts.value(), deep: facts.value() }, flags)),
    ...Array.from({ length: 150 }, () => facts.event('tap', 60, {}, flags)),
    ...Array.from({ length: 120 }, () => facts.metric('startup', 'cold_start', facts.number() * 900, 60, flags)),
    ...Array.from({ length: 40 }, () => facts.metric('anr', 'anr_detected', 6_000, 60, flags)),
    ...Array.from({ length: 50 }, (_, at) =>
      facts.crash(`018f2f6e-7c1a-7000-8000-${String(at).padStart(12, '0')}`, 60, flags),
    ),
    ...['a1', 'a2', 'a3', 'a4'].map((anonymous_id, at) =>
      batchRecord({ anonymous_id, user_id: `u${at}` }, { kind: 'link' }),
    ),
  );
}, 60_000);
afterAll(() => engines.close());

/** Sums of doubles depend on the order in which they are added; groups come in any order. */
const rounded = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result), (key, value) => {
    if (typeof value === 'number') return Number(value.toPrecision(10));
    return key === 'groups'
      ? value.toSorted((a: { variant: number }, b: { variant: number }) => a.variant - b.variant)
      : value;
  });

const cases = [
  ['shown', 'true'],
  ['shown', 'é'],
  ['carried', '1.0'],
  ['carried', 'a'],
  ['unknown', 'x'],
] as const;

test.each(cases)(
  'a rollout of %s as %s is the same from both engines',
  async (flagKey, served) => {
    const query = { scope, flagKey, served, fromMs: startMs, toMs: startMs + 24 * HOUR_MS, metrics };
    const [duckdb, clickhouse] = await engines.run(rolloutStatisticsQuery, query, { timeLimitMs: 120_000 });
    expect(rounded(clickhouse)).toEqual(rounded(duckdb));
    if (flagKey !== 'unknown') expect(Math.min(duckdb.controlUnits, duckdb.treatmentUnits)).toBeGreaterThan(2);
  },
  120_000,
);
