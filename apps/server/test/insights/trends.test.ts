import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let project: TestProject;

const sent = (event: string, timestamp: string, user: string, session: string, platform: string, price?: number) => ({
  event,
  timestamp,
  properties: price === undefined ? {} : { price },
  context: { user: { id: user }, session: { id: session }, device: { platform } },
});

/** As many as a list of values must not show. */
const many = Array.from({ length: 300 }, (_, at) => ({
  event: 'many',
  timestamp: `2026-06-01T${String(at % 24).padStart(2, '0')}:00:00Z`,
  properties: { code: `c${at}` },
  context: { user: { id: 'u1' } },
}));

beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  await project.ingest({
    batch: [
      sent('seen', '2026-06-01T10:00:00Z', 'u1', 's1', 'web'),
      sent('seen', '2026-06-01T11:00:00Z', 'u2', 's2', 'ios'),
      sent('seen', '2026-06-02T10:00:00Z', 'u1', 's3', 'web'),
      sent('bought', '2026-06-01T10:05:00Z', 'u1', 's1', 'web', 10),
      sent('bought', '2026-06-03T12:00:00Z', 'u3', 's4', 'ios', 5),
      sent('seen', '2026-05-27T09:00:00Z', 'u1', 's0', 'web'),
      sent('seen', '2025-06-02T09:00:00Z', 'u9', 's9', 'android'),
    ],
  });
  for (let at = 0; at < many.length; at += 100) await project.ingest({ batch: many.slice(at, at + 100) });
  await server.waitForCount(307, '', project.secret);
});

const week = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-08T00:00:00Z' };
const trend = { kind: 'timeseries', interval: 'day', range: week };
const both = { ...trend, series: [{ event: 'seen' }, { event: 'bought' }] };

const run = (query: object): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query }, { key: project.secret });

interface Line {
  readonly name: string;
  readonly series?: string;
  readonly formula?: number;
  readonly breakdown?: string[];
  readonly undefinedPoints?: number;
  readonly points: readonly { readonly bucketIso: string; readonly value: number }[];
}
interface Result {
  readonly series: readonly Line[];
  readonly fromIso: string;
  readonly compare?: { readonly series: readonly Line[]; readonly fromIso: string; readonly toIso: string };
}

const resultOf = async (query: object): Promise<Result> => (await run(query)).data<Result>();
const valuesOf = ({ points }: Line): number[] => points.map(({ value }) => value);
const linesOf = (lines: readonly Line[]) => lines.map((line) => [line.name, ...valuesOf(line)]);
const lines = async (query: object) => linesOf((await resultOf(query)).series);

test('several series stand beside each other, and formulas in their place', async () => {
  expect((await resultOf(both)).series.map(({ series }) => series)).toEqual(['A', 'B']);
  expect(await lines(both)).toEqual([
    ['seen', 2, 1, 0, 0, 0, 0, 0],
    ['bought', 1, 0, 1, 0, 0, 0, 0],
  ]);
  const formulas = [{ expression: 'B / A * 100', name: 'Conversion' }];
  const [conversion, ...others] = (await resultOf({ ...both, formulas })).series;
  expect(others).toEqual([]);
  expect(conversion).toMatchObject({ name: 'Conversion', formula: 0, undefinedPoints: 5 });
  expect(valuesOf(conversion as Line)).toEqual([50, 0, 0, 0, 0, 0, 0]);
  expect((await lines({ ...both, formulas, showSeries: true })).map(([name]) => name)).toEqual([
    'seen',
    'bought',
    'Conversion',
  ]);
});

test('each series has filters and a measure of its own, beside the filters of all', async () => {
  const isWeb = { field: 'platform', op: 'eq', value: 'web' };
  const price = { kind: 'sum', field: 'event_properties.price' };
  const series = [
    { event: 'seen', filters: [isWeb], name: 'Web' },
    { event: 'bought', aggregation: price },
  ];
  expect(await lines({ ...trend, interval: 'total', series })).toEqual([
    ['Web', 2],
    ['bought', 15],
  ]);
  expect(await lines({ ...trend, interval: 'total', series, filters: [isWeb] })).toEqual([
    ['Web', 2],
    ['bought', 10],
  ]);
});

test('several fields break a result down, and all series by the same values', async () => {
  const query = { ...trend, interval: 'total', event: null, breakdowns: ['event_name', 'platform'], breakdownLimit: 2 };
  const { series } = await resultOf({ ...query, filters: [{ field: 'event_name', op: 'neq', value: 'many' }] });
  expect(series.map(({ name, breakdown, points }) => [name, breakdown, points[0]?.value])).toEqual([
    ['seen · web', ['seen', 'web'], 2],
    ['bought · ios', ['bought', 'ios'], 1],
    ['(other)', ['(other)', '(other)'], 2],
  ]);
  const shared = await resultOf({ ...both, interval: 'total', breakdowns: ['platform'] });
  expect(shared.series.map(({ series: letter, breakdown, ...line }) => [letter, breakdown, ...valuesOf(line)])).toEqual(
    [
      ['A', ['web'], 2],
      ['A', ['ios'], 1],
      ['B', ['web'], 1],
      ['B', ['ios'], 1],
    ],
  );
  expect(shared.series.map(({ name }) => name)[3]).toBe('bought · ios');
});

test('of very many values as many are shown as are asked for', async () => {
  const query = { ...trend, event: 'many', interval: 'total', breakdowns: ['event_properties.code'] };
  const shown = await lines({ ...query, breakdownLimit: 50 });
  expect([shown.length, shown.at(-1)]).toEqual([51, ['(other)', 250]]);
  expect((await lines(query)).length).toBe(21);
});

test('running totals and moving averages', async () => {
  expect(await lines({ ...trend, event: 'seen', cumulative: true })).toEqual([['seen', 2, 3, 3, 3, 3, 3, 3]]);
  expect(await lines({ ...trend, event: 'seen', movingAverage: 2 })).toEqual([['seen', 2, 1.5, 0.5, 0, 0, 0, 0]]);
});

describe('measures', () => {
  const cases: readonly (readonly [aggregation: object, event: string | null, values: readonly number[]])[] = [
    [{ kind: 'persons' }, 'seen', [2, 1, 0]],
    [{ kind: 'sessions' }, 'seen', [2, 1, 0]],
    // u1 was seen in May.
    [{ kind: 'first_time' }, 'seen', [1, 0, 0]],
    [{ kind: 'first_time' }, 'bought', [1, 0, 1]],
    [{ kind: 'per_person', of: 'max' }, null, [302, 1, 1]],
    [{ kind: 'per_person', of: 'average' }, 'seen', [1, 1, 0]],
    // s1 is five minutes long, also for those who only ask for what was seen.
    [{ kind: 'session_duration', of: 'sum' }, 'seen', [300, 0, 0]],
    [{ kind: 'session_duration', of: 'average' }, 'seen', [150, 0, 0]],
  ];
  for (const [aggregation, event, values] of cases) {
    test(`${JSON.stringify(aggregation)} of ${event}`, async () => {
      const [series] = (await resultOf({ ...trend, event, aggregation })).series;
      expect(valuesOf(series as Line).slice(0, 3)).toEqual(values);
    });
  }
});

test('quarters, years, and the whole range', async () => {
  const range = { kind: 'absolute', fromIso: '2025-05-01T00:00:00Z', toIso: '2026-06-08T00:00:00Z' };
  const by = async (interval: string) => {
    const [line] = (await resultOf({ ...trend, event: 'seen', range, interval })).series;
    return line?.points.map(({ bucketIso, value }) => `${bucketIso.slice(0, 10)} ${value}`);
  };
  expect(await by('quarter')).toEqual(['2025-04-01 1', '2025-07-01 0', '2025-10-01 0', '2026-01-01 0', '2026-04-01 4']);
  expect(await by('year')).toEqual(['2025-01-01 1', '2026-01-01 4']);
  expect(await by('total')).toEqual(['2025-05-01 5']);
});

test('a period is compared with the one before, or with that of a year ago', async () => {
  const before = await resultOf({ ...trend, event: 'seen', compare: 'previous_period' });
  expect(linesOf(before.series)).toEqual([['seen', 2, 1, 0, 0, 0, 0, 0]]);
  expect(before.compare).toMatchObject({ fromIso: '2026-05-25T00:00:00.000Z', toIso: '2026-06-01T00:00:00.000Z' });
  expect(linesOf(before.compare?.series ?? [])).toEqual([['seen', 0, 0, 1, 0, 0, 0, 0]]);
  const year = await resultOf({ ...both, compare: 'previous_year', breakdowns: ['platform'], interval: 'total' });
  expect(year.compare?.fromIso).toBe('2025-06-01T00:00:00.000Z');
  const names = ['seen · web', 'seen · ios', 'seen · (other)', 'bought · web', 'bought · ios', 'bought · (other)'];
  expect(year.series.map(({ name }) => name)).toEqual(names);
  expect(linesOf(year.compare?.series ?? [])).toEqual(names.map((name) => [name, name === 'seen · (other)' ? 1 : 0]));
});

describe('what cannot be answered is 400 with its place', () => {
  const long = { kind: 'relative', last: '20y' };
  const wide = { ...both, breakdowns: ['platform'], breakdownLimit: 50, compare: 'previous_year', interval: 'hour' };
  const quarter = { kind: 'absolute', fromIso: '2026-01-01T00:00:00Z', toIso: '2026-06-08T00:00:00Z' };
  const bad: Readonly<Record<string, readonly [query: object, place: string, message: string]>> = {
    'no event': [trend, 'event', 'is required, or series in its place'],
    'event and series': [{ ...both, event: 'seen' }, 'series', "can't be combined with event"],
    'a measure of all series': [{ ...both, aggregation: { kind: 'count' } }, 'aggregation', 'each has its own'],
    'no series': [{ ...trend, series: [] }, 'series', 'at least 1'],
    'eleven series': [{ ...trend, series: Array(11).fill({ event: 'seen' }) }, 'series', 'at most 10'],
    'a series without an event': [{ ...trend, series: [{ name: 'x' }] }, 'series.0.event', 'required'],
    'a series with an unknown member': [
      { ...trend, series: [{ event: 'a', color: 1 }] },
      'series.0.color',
      'not a known option',
    ],
    'a filter of a series on nothing': [
      { ...trend, series: [{ event: 'a', filters: [{ field: 'nope', op: 'eq', value: 1 }] }] },
      'series.0.filters.0.field',
      'must be event_properties',
    ],
    'a sum of what is no number': [
      { ...trend, series: [{ event: 'a', aggregation: { kind: 'sum', field: 'platform' } }] },
      'series.0.aggregation.field',
      'must be a numeric field',
    ],
    'a letter without a series': [{ ...both, formulas: [{ expression: 'A / C' }] }, 'formulas.0.expression', 'C; the'],
    'a formula that stops': [{ ...both, formulas: [{ expression: 'A /' }] }, 'formulas.0.expression', 'character 4'],
    'a long formula': [{ ...both, formulas: [{ expression: '1+'.repeat(101) }] }, 'formulas.0.expression', '200'],
    'series shown without formulas': [{ ...both, showSeries: true }, 'showSeries', 'requires formulas'],
    'both breakdowns': [
      { ...both, breakdowns: ['platform'], breakdownProperty: 'country' },
      'breakdowns',
      "can't be combined with breakdownProperty",
    ],
    'a breakdown by nothing': [{ ...both, breakdowns: ['nope'] }, 'breakdowns.0', 'must be event_properties'],
    'a field twice': [{ ...both, breakdowns: ['platform', 'platform'] }, 'breakdowns', 'names a field twice'],
    'four breakdowns': [{ ...both, breakdowns: ['type', 'platform', 'country', 'locale'] }, 'breakdowns', 'at most 3'],
    'a limit of nothing': [{ ...both, breakdownLimit: 5 }, 'breakdownLimit', 'requires breakdowns'],
    'a limit of 51': [{ ...both, breakdowns: ['platform'], breakdownLimit: 51 }, 'breakdownLimit', '50'],
    'totals that are averaged': [{ ...both, cumulative: true, movingAverage: 3 }, 'movingAverage', 'cumulative'],
    'an average of one': [{ ...both, movingAverage: 1 }, 'movingAverage', '2'],
    'another comparison': [{ ...both, compare: 'last_week' }, 'compare', 'previous_period'],
    '20 years by minute': [{ ...trend, event: 'seen', range: long, interval: 'minute' }, 'interval', '5000 points'],
    '20 years of series by minute': [{ ...both, range: long, interval: 'minute' }, 'interval', '5000 points'],
    'very many points': [{ ...wide, range: quarter }, 'interval', 'more than 250000 points'],
    'a measure of persons of nothing': [
      { ...trend, event: 'seen', aggregation: { kind: 'per_person' } },
      'aggregation.of',
      'required',
    ],
  };
  for (const [name, [query, place, message]] of Object.entries(bad)) {
    test(name, async () => {
      const { status, error } = await run(query);
      const faults = error.details?.fieldErrors ?? {};
      expect([status, Object.keys(faults)]).toEqual([400, [`query.${place}`]]);
      expect(faults[`query.${place}`]?.join(' ')).toContain(message);
    });
  }
});

test('widgets keep all of it', async () => {
  const query = {
    ...trend,
    series: [{ event: 'seen', filters: [], aggregation: { kind: 'per_person', of: 'p90' }, name: 'Views' }],
    formulas: [{ expression: 'A * 2' }],
    showSeries: true,
    breakdowns: ['platform'],
    breakdownLimit: 5,
    filters: [],
    cumulative: true,
    compare: 'previous_year',
  };
  const made = await project.post('/v1/dashboards', { name: 'D' }, { key: project.secret });
  const path = `/v1/dashboards/${made.data<{ id: string }>().id}/widgets`;
  const widget = await project.post(path, { name: 'W', query }, { key: project.secret });
  expect(widget.data<{ query: object }>().query).toEqual(query);
  const wrong = { ...query, formulas: [{ expression: 'B' }] };
  const refused = await project.post(path, { name: 'W', query: wrong }, { key: project.secret });
  expect(Object.keys(refused.error.details?.fieldErrors ?? {})).toEqual(['query.formulas.0.expression']);
});

test('an export has a column for each part of it', async () => {
  const query = { ...both, interval: 'total', breakdowns: ['platform'], compare: 'previous_year' };
  const { text } = await project.post('/v1/exports', { format: 'csv', query }, { key: project.secret });
  expect(text.trim().split(/\r?\n/).slice(0, 2)).toEqual([
    'bucket,series,letter,breakdown_1,value,compared_bucket,compared_value',
    '2026-06-01T00:00:00.000Z,seen · web,A,web,2.0,2025-06-01T00:00:00.000Z,0.0',
  ]);
});
