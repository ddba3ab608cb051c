import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { userSqlQuery } from '../../insights/queries/user-sql.ts';
import {
  ExperimentReference,
  plainCap,
  plainMoments,
  type ReferenceWorld,
} from '../queries/experiment-statistics.reference.ts';
import {
  type ExperimentStatistics,
  type ExperimentStatisticsParams,
  experimentStatisticsQuery,
  type MetricQuery,
  type UnitGroup,
} from '../queries/experiment-statistics.ts';
import { experimentWorld, seededUniform } from '../queries/experiment-world.reference.ts';
import { experimentStatistics, type StatisticsSizes } from './experiment-statistics.ts';

const isLong = process.env.LP_TORTURE === 'long';
const startMs = Date.parse('2026-03-20T00:00:00Z');
const endMs = startMs + 20 * DAY_MS + 7 * HOUR_MS;
const variants = ['control', "it's b", 'c'];
const quantiles = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

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
const allMetrics: readonly MetricQuery[] = [
  metric('buy', 'conversion'),
  metric('buy', 'conversion', { conversionWindowHours: 30 }),
  metric('view', 'count'),
  metric('buy', 'sum', price),
  metric('buy', 'sum', { ...price, conversionWindowHours: 24 * 5 }),
  metric('buy', 'average', price),
  metric('buy', 'ratio', { denominatorEvent: 'view' }),
  metric('buy', 'ratio', { ...price, denominatorEvent: 'buy', denominatorField: 'items', conversionWindowHours: 100 }),
  metric('buy', 'p50', price),
  metric('buy', 'p95', price),
  metric('$startup', 'p50'),
  metric('$startup', 'p95', { conversionWindowHours: 200 }),
  metric('$crash_free_sessions', 'ratio'),
  metric('$crash_free_sessions', 'ratio', { conversionWindowHours: 72 }),
  metric('$anr_rate', 'ratio'),
  metric('never', 'sum', price),
];

const counts: readonly MetricQuery[] = [
  metric('buy', 'conversion'),
  metric('view', 'count'),
  metric('view', 'conversion', { conversionWindowHours: 30 }),
  metric('buy', 'count', { conversionWindowHours: 24 * 5 }),
  metric('never', 'count'),
];

/** Shuffled, in several loads, partly in the file and partly in memory, and a tenth of it sent twice. */
async function fill(store: SampleStore, world: ReferenceWorld, environmentId: string, seed: number): Promise<void> {
  const uniform = seededUniform(seed);
  const records = world.facts.flatMap((fact) => {
    const timestamp = new Date(fact.atMs).toISOString();
    const flat = { user_id: fact.user, session_id: fact.session, device_id: fact.device };
    const event_id = randomUUID();
    const record =
      fact.kind === 'event'
        ? batchRecord(
            {
              batch: [
                {
                  event_id,
                  event: fact.name,
                  timestamp,
                  properties: fact.properties,
                  context: {
                    ...fact.context,
                    user: { id: fact.user, anonymous_id: fact.anonymous },
                    device: { id: fact.device, platform: fact.platform },
                    session: { id: fact.session },
                    sdk: { name: fact.sdk },
                  },
                },
              ],
            },
            { environmentId },
          )
        : fact.kind === 'metric'
          ? batchRecord(
              {
                batch: [
                  {
                    event_id,
                    metric_type: fact.name === 'cold_start' ? 'startup' : 'anr',
                    metric_name: fact.name,
                    value_ms: fact.valueMs,
                    timestamp,
                    context: flat,
                  },
                ],
              },
              { kind: 'metrics', environmentId },
            )
          : batchRecord({ crash_id: event_id, event_id, timestamp, ...flat }, { kind: 'crash', environmentId });
    return uniform() < 0.1 ? [record, record] : [record];
  });
  const links = world.identifies.map(({ user, anonymous, atMs }) =>
    batchRecord({ anonymous_id: anonymous, user_id: user }, { kind: 'link', environmentId, receivedAtMs: atMs }),
  );
  const shuffled = [...records, ...links]
    .map((record) => ({ record, order: uniform() }))
    .sort((a, b) => a.order - b.order)
    .map(({ record }) => record);
  const third = Math.ceil(shuffled.length / 3);
  for (let at = 0; at < shuffled.length; at += third) {
    await store.load(...shuffled.slice(at, at + third));
    if (at === 0) await store.write();
  }
}

const close = (found: number, expected: number, what: string): void => {
  const off = Math.abs(found - expected) / Math.max(1, Math.abs(expected));
  // Tens of thousands of numbers: an `expect` for each takes longer than to work them out.
  if (!(off < 1e-9)) expect.fail(`${what}: ${found} instead of ${expected}`);
};

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
}, 120_000);
afterAll(() => store.close());

interface Run extends Pick<ExperimentStatisticsParams, 'unit' | 'covariateDays' | 'capQuantile'> {
  readonly seed: number;
  readonly metrics: readonly MetricQuery[];
  readonly breakdown?: string;
  readonly seriesTimezone?: string;
  /** Units and events are few: what is done of many is done of these all the same. */
  readonly sizes?: StatisticsSizes;
}

const whole = { metrics: allMetrics, breakdown: 'platform', seriesTimezone: 'Europe/Berlin' };
const asOfMany = { totalsPerPart: 150, sampledPercent: 100 };

const runs: readonly Run[] = [
  { seed: 1, unit: 'auto', covariateDays: 14, capQuantile: 0.98, ...whole },
  { seed: 2, unit: 'device', covariateDays: 7, capQuantile: null, ...whole },
  { seed: 3, unit: 'user', covariateDays: 0, capQuantile: 0.95, ...whole },
  { seed: 4, unit: 'auto', covariateDays: 14, capQuantile: 0.98, ...whole, sizes: asOfMany },
  { seed: 6, unit: 'auto', covariateDays: 14, capQuantile: 0.9, metrics: allMetrics, sizes: asOfMany },
  { seed: 8, unit: 'device', covariateDays: 7, capQuantile: 0.9, metrics: counts },
  {
    seed: 9,
    unit: 'auto',
    covariateDays: 14,
    capQuantile: 0.9,
    metrics: counts,
    breakdown: 'platform',
    sizes: asOfMany,
  },
  ...Array.from({ length: isLong ? 20 : 0 }, (_, at) => ({
    seed: 10 + at,
    unit: (['auto', 'device', 'user'] as const)[at % 3] ?? 'auto',
    covariateDays: 14,
    capQuantile: 0.99,
    ...whole,
  })),
];

async function statisticsOf(
  params: ExperimentStatisticsParams,
  sizes: StatisticsSizes | undefined,
): Promise<ExperimentStatistics> {
  if (sizes === undefined) {
    return await store.analytics.run(experimentStatisticsQuery, params, { timeLimitMs: 120_000 });
  }
  await store.connection.run('BEGIN');
  try {
    return await experimentStatistics(store.connection, params, sizes);
  } finally {
    await store.connection.run('ROLLBACK');
  }
}

const named = runs.map((run) => ({
  ...run,
  title: `units ${run.unit}, seed ${run.seed}, ${run.metrics.length} metrics, breakdown ${run.breakdown}, ${JSON.stringify(run.sizes ?? {})}`,
}));
describe.each(named)('statistics recomputed unit by unit: $title', ({ seed, sizes, title: _, ...setting }) => {
  const { metrics, seriesTimezone } = setting;
  const environmentId = `018f2f6e-7c1a-7000-8000-0000000001${String(seed).padStart(2, '0')}`;
  const params: ExperimentStatisticsParams = {
    scope: { projectId, environmentId },
    experimentKey: 'pay',
    variants,
    fromMs: startMs,
    toMs: endMs,
    ...setting,
  };
  let reference: ExperimentReference;
  let found: ExperimentStatistics;
  beforeAll(async () => {
    const world = experimentWorld({ seed, people: 220, startMs, endMs, experimentKey: 'pay', variants });
    await fill(store, world, environmentId, seed);
    reference = new ExperimentReference(world, params);
    found = await statisticsOf(params, sizes);
  }, 120_000);

  const isOf = ({ variant, segment }: UnitGroup) => {
    const value = segment === null ? undefined : found.segments[segment];
    return (unit: { readonly variant: string; readonly segment: string }): boolean =>
      unit.variant === variants[variant] && (value === undefined || unit.segment === value);
  };
  const capOf = (asked: MetricQuery): number | null => {
    if (!['count', 'sum', 'average'].includes(asked.metricType) || params.capQuantile === null) return null;
    return plainCap(
      reference.pairs(asked).map(({ y }) => y),
      params.capQuantile,
    );
  };
  const cappedPairs = (asked: MetricQuery, untilMs?: number) => {
    const cap = capOf(asked) ?? Number.POSITIVE_INFINITY;
    return reference
      .pairs(asked, untilMs)
      .map((pair) =>
        asked.metricType === 'ratio' ? pair : { ...pair, y: Math.min(pair.y, cap), x: Math.min(pair.x, cap) },
      );
  };

  test('units, excluded and unknown ones', () => {
    const { units, excluded, unknown } = reference.units;
    expect(units.length).toBeGreaterThan(30);
    expect([found.excludedUnits, found.unknownUnits]).toEqual([excluded, unknown]);
    const groups = [...variants.keys()].flatMap((variant) =>
      [null, ...found.segments.keys()].map((segment) => ({ variant, segment })),
    );
    for (const group of groups) {
      const counted = found.exposures.find(
        ({ variant, segment }) => variant === group.variant && segment === group.segment,
      );
      expect([group, counted?.units ?? 0]).toEqual([group, units.filter(isOf(group)).length]);
    }
    const lastDay = units.filter(({ exposedMs }) => exposedMs >= endMs - DAY_MS).length;
    expect(found.lastDayUnits).toBe(lastDay);
  });

  test.each(metrics.map((asked, at) => [`${asked.metricType} of ${asked.eventName} (${at})`, at] as const))(
    '%s',
    (_, at) => {
      const asked = metrics[at] as MetricQuery;
      const statistics = found.metrics[at];
      if (statistics === undefined) throw new Error('every metric has an answer');
      expect(statistics.isSeen).toBe(asked.eventName !== 'never');
      if (statistics.kind === 'quantile') {
        const all = reference.observations(asked);
        for (const group of statistics.groups) {
          const own = all.filter(isOf(group));
          const values = own.map(({ value }) => value).toSorted((a, b) => a - b);
          const probability = quantiles[asked.metricType as keyof typeof quantiles];
          expect([group.units, group.observations]).toEqual([new Set(own.map(({ unit }) => unit)).size, values.length]);
          const value = values[Math.ceil(values.length * probability - 1e-9) - 1] ?? 0;
          close(group.value ?? 0, value, 'quantile');
          const size = effectiveSize(own, value, probability);
          close(group.effectiveObservations, size, 'effective observations');
          const bounds = boundsOf(values, size, probability);
          expect([group, group.bounds]).toEqual([group, bounds]);
        }
        expect(statistics.groups.filter(({ segment }) => segment === null)).toHaveLength(
          new Set(all.map(({ variant }) => variant)).size,
        );
      } else {
        expect(statistics.cap === null).toBe(capOf(asked) === null);
        close(statistics.cap ?? 0, capOf(asked) ?? 0, 'cap');
        const pairs = cappedPairs(asked);
        for (const group of statistics.groups) expectMoments(group, plainMoments(pairs.filter(isOf(group))));
        const total = statistics.groups
          .filter(({ segment }) => segment === null)
          .reduce((sum, { units }) => sum + units, 0);
        expect(total).toBe(pairs.length);
      }
      const hasField = asked.aggregationField !== null;
      expect(statistics.ignoredValues).toBe(hasField ? reference.ignored(asked) : 0);
    },
  );

  const overTime = seriesTimezone === undefined ? [] : metrics;
  test.each(overTime.map((asked, at) => [`${asked.metricType} of ${asked.eventName} (${at})`, at] as const))(
    'over time: %s',
    (_, at) => {
      const asked = metrics[at] as MetricQuery;
      const statistics = found.metrics[at];
      const points = statistics?.points ?? [];
      expect(points.at(-1)?.untilMs).toBe(endMs);
      if (statistics?.kind === 'quantile') {
        for (const { untilMs, groups } of statistics.points) {
          const all = reference.observations(asked, untilMs);
          for (const group of groups) expect(group.observations).toBe(all.filter(isOf(group)).length);
        }
        return;
      }
      // What a session comes to is known at its end, so its days are not what was known then; the last day is the whole.
      const isOfSessions = asked.eventName.startsWith('$');
      for (const { untilMs, groups } of isOfSessions
        ? (statistics?.points.slice(-1) ?? [])
        : (statistics?.points ?? [])) {
        const pairs = cappedPairs(asked, untilMs);
        for (const group of groups) expectMoments(group, plainMoments(pairs.filter(isOf(group))));
      }
    },
  );

  test.each(metrics.map((asked, at) => [`${asked.metricType} of ${asked.eventName} (${at})`, at] as const))(
    'its SQL gives the same: %s',
    async (_, at) => {
      const statistics = found.metrics[at];
      const { resultJson } = await store.analytics.run(userSqlQuery, {
        scope: params.scope,
        sql: statistics?.sql ?? '',
        changesJson: '[]',
      });
      const { columns, rows } = JSON.parse(resultJson) as { columns: { name: string }[]; rows: unknown[][] };
      const table = rows.map((row) => Object.fromEntries(columns.map(({ name }, place) => [name, row[place]])));
      const groups = statistics?.groups.filter(({ segment, units }) => segment === null && units > 0) ?? [];
      expect(table.map(({ variant }) => variant).sort()).toEqual(groups.map(({ variant }) => variants[variant]).sort());
      for (const group of groups) {
        const row = table.find(({ variant }) => variant === variants[group.variant]) ?? {};
        expect(row.units).toBe(group.units);
        if ('observations' in group) {
          expect(row.observations).toBe(group.observations);
          close(Number(row.value), group.value ?? 0, 'value');
          continue;
        }
        close(Number(row.mean), group.y.mean, 'mean');
        close(Number(row.variance ?? 0), group.y.variance, 'variance');
        close(Number(row.covariate_mean ?? row.denominator_mean), group.x.mean, 'mean of x');
        close(Number(row.covariate_variance ?? row.denominator_variance ?? 0), group.x.variance, 'variance of x');
        close(Number(row.covariance ?? 0), group.covariance, 'covariance');
      }
    },
  );
});

function expectMoments(found: ReturnType<typeof plainMoments>, expected: ReturnType<typeof plainMoments>): void {
  expect(found.units).toBe(expected.units);
  close(found.y.mean, expected.y.mean, 'mean of y');
  close(found.x.mean, expected.x.mean, 'mean of x');
  close(found.y.variance, expected.y.variance, 'variance of y');
  close(found.x.variance, expected.x.variance, 'variance of x');
  close(found.covariance, expected.covariance, 'covariance');
}

interface Observation {
  readonly unit: string;
  readonly value: number;
}

/** p(1 − p) over the squared standard error of "observations at or below the quantile, per observation". */
function effectiveSize(observations: readonly Observation[], quantile: number, probability: number): number {
  const units = new Map<string, { y: number; x: number }>();
  for (const { unit, value } of observations) {
    const { y, x } = units.get(unit) ?? { y: 0, x: 0 };
    units.set(unit, { y: y + (value <= quantile ? 1 : 0), x: x + 1 });
  }
  const { y, x, covariance } = plainMoments([...units.values()]);
  const ratio = y.mean / x.mean;
  const variance =
    Math.max(0, y.variance - 2 * ratio * covariance + ratio ** 2 * x.variance) / units.size / x.mean ** 2;
  const size = (probability * (1 - probability)) / variance;
  return units.size < 2 || !Number.isFinite(size) ? units.size : Math.min(size, observations.length);
}

/** Binomial ranks of the effective number, taken of all observations; null where they are beyond the ends. */
function boundsOf(sorted: readonly number[], size: number, probability: number): [number, number] | null {
  const count = Math.floor(size);
  const chance = (k: number): number => {
    let log = 0;
    for (let i = 1; i <= k; i++) log += Math.log((count - k + i) / i);
    return Math.exp(log + k * Math.log(probability) + (count - k) * Math.log(1 - probability));
  };
  let [below, lower, upper] = [0, 0, 0];
  for (let k = 0; k <= count; k++) {
    below += chance(k);
    if (below <= 0.025) lower = k + 1;
    if (upper === 0 && 1 - below <= 0.025) upper = k + 2;
  }
  // The upper rank is the smallest u with P(B ≥ u) ≤ 2.5 %.
  upper = Math.min(upper, count + 1);
  const isOneTooFar = upper > 1 && atLeast(upper - 1) <= 0.025;
  if (isOneTooFar) upper -= 1;
  function atLeast(rank: number): number {
    let sum = 0;
    for (let k = rank; k <= count; k++) sum += chance(k);
    return sum;
  }
  if (lower < 1 || upper > count) return null;
  const at = (rank: number): number =>
    sorted[Math.max(1, Math.ceil(((rank - 0.5) / count) * sorted.length - 1e-9)) - 1] ?? 0;
  return [at(lower), at(upper)];
}
