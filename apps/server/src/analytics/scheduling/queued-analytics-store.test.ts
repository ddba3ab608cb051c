import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsRecord, scope } from '../../compose/testing/sample-log.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { countEventsQuery } from '../../features/events/queries/events.ts';
import { activityQuery } from '../../features/insights/queries/activity.ts';
import { timeseriesQuery } from '../../features/insights/queries/timeseries.ts';
import { userSqlQuery } from '../../features/insights/queries/user-sql.ts';
import { QueryTooHeavy, StoreUnavailable } from '../analytics-store.ts';
import { QueryMemoryBudget } from '../duckdb/query-memory-budget.ts';
import { QueuedAnalyticsStore } from './queued-analytics-store.ts';

let sample: SampleStore;
let memory: QueryMemoryBudget;
let store: QueuedAnalyticsStore;
let loads: number;

beforeEach(async () => {
  sample = await SampleStore.open();
  loads = 0;
  const options = {
    memoryLimitMb: 256,
    queryMemoryMb: 64,
    lingerMs: 0,
    onNotice: (message: string) => sample.notices.push(message),
  };
  memory = new QueryMemoryBudget(await sample.instance.connect(), options);
  store = new QueuedAnalyticsStore(sample.analytics, memory, () => loads);
});

afterEach(async () => {
  await memory.close();
  await sample.close();
});

const count = () => store.run(countEventsQuery, { scope, filter: {} });
const total = async () => {
  const { resultJson } = await store.run(timeseriesQuery, {
    scope,
    timezone: 'UTC',
    range: { kind: 'last', ms: 86_400_000 },
    filters: [],
    events: ['open'],
    interval: 'month',
    aggregation: { kind: 'count' },
  });
  const { series } = JSON.parse(resultJson) as { series: { points: { value: number }[] }[] };
  return series[0]?.points.reduce((sum, { value }) => sum + value, 0);
};

/** Asks for what takes an age; each number is another query. */
function askForAges(number: number, options: { signal?: AbortSignal; timeLimitMs?: number } = {}) {
  const sql = `SELECT sum(a.generate_series * ${number} % 7) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b`;
  const asking = store.run(userSqlQuery, { scope, sql, changesJson: '[]' }, { timeLimitMs: 60_000, ...options });
  // Looked at where it matters.
  asking.catch(() => undefined);
  return asking;
}

/** In MiB; DuckDB tells it with a decimal that depends on how it was said. */
const limit = async () =>
  Math.round(
    Number.parseFloat(
      String((await sample.rows("SELECT current_setting('memory_limit') AS limit_text"))[0]?.limit_text),
    ),
  );

test('a heavy query whose result is no finished JSON does not end the process, and is run once for all who ask it', async () => {
  const params = { scope, fromMs: 0, toMs: Date.now() + 60_000 };
  const nobody = { people: 0, events: 0, points: [] };
  expect(await Promise.all([store.run(activityQuery, params), store.run(activityQuery, params)])).toEqual([
    nobody,
    nobody,
  ]);
  await sample.load(eventsRecord({ event: 'open', user_id: 'u' }));
  // Nothing is known to be loaded yet, so this is what was kept.
  expect(await store.run(activityQuery, params)).toEqual(nobody);
});

describe('queries that take turns', () => {
  test('a light query does not wait for heavy ones, and a heavy one goes on when one is given up', async () => {
    const leaving = [new AbortController(), new AbortController()];
    const ages = leaving.map(({ signal }, at) => askForAges(at + 1, { signal }));
    expect(await count()).toBe(0);
    let isAnswered = false;
    const waiting = total().then((value) => {
      isAnswered = true;
      return value;
    });
    expect(await count()).toBe(0);
    expect(isAnswered).toBe(false);
    leaving[0]?.abort(new Error('left'));
    await expect(ages[0]).rejects.toThrow('left');
    expect(await waiting).toBe(0);
    leaving[1]?.abort(new Error('left too'));
    await expect(ages[1]).rejects.toThrow('left too');
  });

  test('one project with a queue of slow statements does not keep another’s queries from being answered soon', async () => {
    const leaving = new AbortController();
    const ages = [1, 2, 3, 4, 5, 6].map((number) => askForAges(number, { signal: leaving.signal }));
    expect(await count()).toBe(0);
    const other = { ...scope, projectId: '018f2f6e-7c1a-7000-8000-0000000000ff' };
    const began = performance.now();
    for (const number of [1, 2, 3]) {
      const sql = `SELECT ${number} AS n`;
      const asked = store.run(userSqlQuery, { scope: other, sql, changesJson: '[]' }, { timeLimitMs: 4_000 });
      expect(JSON.parse((await asked).resultJson)).toMatchObject({ rows: [[number]] });
    }
    expect(performance.now() - began).toBeLessThan(4_000);
    leaving.abort(new Error('left'));
    for (const age of ages) await expect(age).rejects.toThrow('left');
  });

  test('a query that takes too long is too heavy, and one whose turn does not come is told to come again', async () => {
    const ages = [1, 2].map((number) => askForAges(number, { timeLimitMs: 1_500 }));
    await expect(askForAges(3, { timeLimitMs: 300 })).rejects.toBeInstanceOf(StoreUnavailable);
    for (const age of ages) await expect(age).rejects.toBeInstanceOf(QueryTooHeavy);
    expect(await total()).toBe(0);
  });

  test('who leaves a query that others ask too does not end it', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const [left, stays] = [askForAges(1, { signal: one.signal }), askForAges(1, { signal: other.signal })];
    one.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    let isOver = false;
    stays.catch(() => {
      isOver = true;
    });
    expect(await total()).toBe(0);
    expect(isOver).toBe(false);
    other.abort(new Error('left as well'));
    await expect(stays).rejects.toThrow('left as well');
  });

  test('memory for queries is there while one runs, and no longer', async () => {
    const before = await limit();
    const leaving = new AbortController();
    const asking = askForAges(1, { signal: leaving.signal });
    await count();
    await expect.poll(limit).not.toBe(before);
    leaving.abort(new Error('left'));
    await expect(asking).rejects.toThrow('left');
    await expect.poll(limit).toBe(before);
    expect(sample.notices).toEqual([]);
  });

  test('what was loaded is in the next answer', async () => {
    expect(await total()).toBe(0);
    await sample.load(eventsRecord({ event: 'open' }));
    loads++;
    await expect.poll(total, { timeout: 60_000 }).toBe(1);
  });
});
