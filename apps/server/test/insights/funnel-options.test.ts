import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let project: TestProject;

const MINUTE_MS = 60_000;
/** At a full hour, so that everything is in one bucket of an hour. */
const baseMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 6 * 3_600_000;
const at = (minutes: number): string => new Date(baseMs + minutes * MINUTE_MS).toISOString();

const event = (user: string, name: string, minutes: number, order?: string, platform = 'web') => ({
  event: name,
  timestamp: at(minutes),
  properties: order === undefined ? {} : { order },
  context: { user: { id: user }, device: { platform } },
});

beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const batch = [
    event('ann', 'open', 0, '1'),
    event('ann', 'error', 5, '1'),
    event('ann', 'buy', 10, '1'),
    event('bob', 'open', 0, '2', 'ios'),
    event('bob', 'buy', 20, '3', 'web'),
    event('cid', 'open', 1, '4'),
    event('cid', 'help', 2),
    event('dan', 'buy', 3, '5'),
    event('dan', 'open', 4, '5'),
  ];
  await project.ingest({ batch });
  await project.events(batch.length);
});

const range = { kind: 'absolute', fromIso: at(-10), toIso: at(60) };
const funnel = { kind: 'funnel', steps: ['open', 'buy'], range, conversionWindow: '1h' };

const run = (options: object): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query: { ...funnel, ...options } }, { key: project.secret });

interface Steps {
  readonly steps: readonly { readonly count: number }[];
}

const countsOf = ({ steps }: Steps): number[] => steps.map(({ count }) => count);

describe('who comes how far', () => {
  test.each([
    ['in order', {}, [4, 2]],
    ['in order, as it is when it is said', { order: 'ordered', exclusions: undefined, view: 'steps' }, [4, 2]],
    ['with nothing between the steps', { order: 'strict' }, [4, 1]],
    ['in any order', { order: 'any' }, [4, 3]],
    ['without an error between', { exclusions: [{ event: 'error' }] }, [4, 1]],
    [
      'without an error on the web between',
      { exclusions: [{ event: ['error', 'x'], filters: [isPlatform('ios')] }] },
      [4, 2],
    ],
    ['with one order', { holdConstant: 'event_properties.order' }, [4, 1]],
    ['of any order with one order', { holdConstant: 'event_properties.order', order: 'any' }, [4, 2]],
  ])('%s', async (_, options, expected) => {
    expect(countsOf((await run(options)).data<Steps>())).toEqual(expected);
  });

  test('an exclusion between later steps', async () => {
    const steps = ['open', 'error', 'buy'];
    const counts = async (fromStep: number, toStep: number) =>
      countsOf((await run({ steps, exclusions: [{ event: null, fromStep, toStep }] })).data<Steps>());
    expect(await counts(0, 1)).toEqual([4, 1, 1]);
    expect(await counts(0, 2)).toEqual([4, 0, 0]);
    expect(await counts(1, 2)).toEqual([4, 1, 1]);
  });

  test('values of a breakdown are those at the first step, or at the last that was reached', async () => {
    const partsOf = async (options: object) => {
      const { breakdown } = (await run({ breakdownProperty: 'platform', ...options })).data<{
        breakdown: (Steps & { name: string })[];
      }>();
      return Object.fromEntries(breakdown.map((part) => [part.name, countsOf(part)]));
    };
    expect(await partsOf({})).toEqual({ web: [3, 1], ios: [1, 1] });
    expect(await partsOf({ breakdownAttribution: 'first' })).toEqual({ web: [3, 1], ios: [1, 1] });
    expect(await partsOf({ breakdownAttribution: 'last' })).toEqual({ web: [4, 2] });
  });
});

function isPlatform(value: string) {
  return { field: 'platform', op: 'eq', value };
}

const ends = { kind: 'funnel', conversionWindow: '1h', fromIso: range.fromIso, toIso: range.toIso };

describe('views', () => {
  test('over time', async () => {
    const result = (await run({ view: 'trend', interval: 'hour' })).data<object>();
    expect(result).toEqual({
      ...ends,
      view: 'trend',
      interval: 'hour',
      points: [
        { bucketIso: at(-60), entered: 0, converted: 0, percentage: 0 },
        { bucketIso: at(0), entered: 4, converted: 2, percentage: 50 },
      ],
    });
  });

  test('times to convert', async () => {
    const result = (await run({ view: 'times' })).data<{ bars: { count: number }[] }>();
    expect(result).toMatchObject({
      ...ends,
      view: 'times',
      count: 2,
      averageSeconds: 900,
      p50Seconds: 900,
      p90Seconds: 1140,
    });
    expect(result.bars).toHaveLength(20);
    expect([result.bars[0], result.bars[19]]).toEqual([
      { fromSeconds: 600, toSeconds: 630, count: 1 },
      { fromSeconds: 1170, toSeconds: 1200, count: 1 },
    ]);
    expect((await run({ view: 'times', steps: ['open', 'never'] })).data<object>()).toEqual({
      ...ends,
      view: 'times',
      count: 0,
      averageSeconds: null,
      p50Seconds: null,
      p90Seconds: null,
      bars: [],
    });
  });

  test('correlation', async () => {
    const result = (await run({ view: 'correlation' })).data<{ rows: { pValue: number }[] }>();
    expect(result).toMatchObject({ ...ends, view: 'correlation', converted: 2, notConverted: 2, tested: 4 });
    const row = (what: object, converted: number, notConverted: number) =>
      expect.objectContaining({ ...what, converted, notConverted });
    expect(result.rows).toHaveLength(4);
    expect(result.rows).toEqual(
      expect.arrayContaining([
        row({ kind: 'event', event: 'error', oddsRatio: 5 }, 1, 0),
        row({ kind: 'event', event: 'help', oddsRatio: 0.2 }, 0, 1),
        row({ kind: 'field', field: 'platform', value: 'web' }, 2, 2),
        row({ kind: 'field', field: 'platform', value: 'ios' }, 1, 0),
      ]),
    );
    expect(result.rows.every(({ pValue }) => pValue > 0.9 && pValue <= 1)).toBe(true);
    const fields = ['event_properties.order', 'event_properties.order'];
    const ofField = (await run({ view: 'correlation', correlate: { fields } })).data<{ tested: number }>();
    expect(ofField.tested).toBe(5);
    const ofEvents = (await run({ view: 'correlation', correlate: { events: true } })).data<{ tested: number }>();
    expect(ofEvents.tested).toBe(2);
  });

  test.each([
    ['trend', { view: 'trend', interval: 'hour' }, 'bucket,entered,converted,percentage', 2],
    ['times', { view: 'times' }, 'from_seconds,to_seconds,count', 20],
    [
      'correlation',
      { view: 'correlation' },
      'event,field,value,converted,not_converted,odds_ratio,p_value,adjusted_p_value',
      4,
    ],
  ])('%s is exported', async (_, options, head, rows) => {
    const exported = await project.post(
      '/v1/exports',
      { format: 'csv', query: { ...funnel, ...options } },
      { key: project.secret },
    );
    const [first, ...lines] = exported.text.trimEnd().split('\n');
    expect([exported.status, first, lines.length]).toEqual([200, head, rows]);
  });
});

describe('what cannot be asked is 400 by name', () => {
  const many = (count: number, of: unknown): unknown[] => Array.from({ length: count }, () => of);
  test.each([
    ['order', { order: 'sideways' }],
    ['view', { view: 'pie' }],
    ['exclusions', { exclusions: [] }],
    ['exclusions', { exclusions: many(6, { event: 'x' }) }],
    ['exclusions.0.event', { exclusions: [{}] }],
    ['exclusions.0.fromStep', { exclusions: [{ event: 'x', fromStep: 1 }] }],
    ['exclusions.0.fromStep', { exclusions: [{ event: 'x', fromStep: -1 }] }],
    ['exclusions.0.fromStep', { exclusions: [{ event: 'x', fromStep: 0.5 }] }],
    ['exclusions.0.toStep', { exclusions: [{ event: 'x', toStep: 2 }] }],
    ['exclusions.0.toStep', { exclusions: [{ event: 'x', toStep: 0 }] }],
    [
      'exclusions.0.filters.0.field',
      { exclusions: [{ event: 'x', filters: [{ ...isPlatform('a'), field: 'nope' }] }] },
    ],
    ['holdConstant', { holdConstant: 'nope' }],
    ['holdConstant', { holdConstant: 'cohort' }],
    ['breakdownAttribution', { breakdownAttribution: 'last' }],
    ['breakdownAttribution', { breakdownProperty: 'platform', breakdownAttribution: 'all' }],
    ['breakdownProperty', { view: 'times', breakdownProperty: 'platform' }],
    ['interval', { view: 'trend' }],
    ['interval', { view: 'trend', interval: 'minute' }],
    ['interval', { interval: 'day' }],
    ['interval', { view: 'trend', interval: 'hour', range: { kind: 'relative', last: '20y' } }],
    ['correlate', { correlate: { events: true } }],
    ['correlate', { view: 'correlation', correlate: {} }],
    ['correlate.fields.1', { view: 'correlation', correlate: { fields: ['platform', 'nope'] } }],
    ['correlate.fields', { view: 'correlation', correlate: { fields: many(11, 'platform') } }],
    ['correlate.people', { view: 'correlation', correlate: { events: true, people: true } }],
  ])('query.%s: %j', async (place, options) => {
    const { status, error } = await run(options);
    expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([400, [`query.${place}`]]);
    expect(error.message).not.toBe('');
  });
});
