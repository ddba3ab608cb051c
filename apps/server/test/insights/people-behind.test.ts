import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let project: TestProject;

const range = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-04T00:00:00Z' };
const of = (context: object, name: string, at: string, platform = 'web') => ({
  event: name,
  timestamp: `2026-06-${at}:00Z`,
  context: { user: context, device: { platform }, session: { id: 's' } },
});

/** ann buys, bob only looks, a visitor comes back a day later. */
beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  await project.ingest({
    batch: [
      of({ id: 'ann' }, 'open', '01T10:00'),
      of({ id: 'ann' }, 'open', '01T10:05', 'ios'),
      of({ id: 'ann' }, 'buy', '01T10:10'),
      of({ id: 'bob' }, 'open', '01T11:00', 'ios'),
      of({ anonymous_id: 'ann' }, 'open', '01T12:00'),
      of({ anonymous_id: 'ann' }, 'open', '02T12:00'),
    ],
  });
  await project.events(6);
});

const ask = (query: object, at: object, page: object = {}): Promise<ApiResponse> =>
  project.post('/v1/insights/people', { query, at, ...page }, { key: project.secret });

interface Person {
  readonly person_id: string;
  readonly kind: string;
}
interface People {
  readonly data: readonly Person[];
  readonly pagination: { readonly cursor: string | null; readonly has_more: boolean };
  readonly total: number;
}

async function peopleOf(query: object, at: object): Promise<string[]> {
  const response = await ask({ range, ...query }, at);
  expect(response.status, response.text).toBe(200);
  const { data, total, pagination } = response.json as People;
  expect([total, pagination]).toEqual([data.length, { cursor: null, has_more: false }]);
  return data.map(({ kind, person_id }) => `${kind}/${person_id}`).sort();
}

const trend = { kind: 'timeseries', event: 'open', interval: 'day' };
const funnel = { kind: 'funnel', steps: ['open', 'buy'] };
const retention = { kind: 'retention', cohortEvent: 'open', returnEvent: 'open', interval: 'day' };
const paths = { kind: 'paths', depth: 3 };
const lifecycle = { kind: 'lifecycle', event: 'open', interval: 'day' };
const stickiness = { kind: 'stickiness', event: 'open', interval: 'day' };
const distribution = { kind: 'distribution', event: 'open', field: 'event_properties.n' };
const two = { kind: 'timeseries', series: [{ event: 'buy' }, { event: 'open' }], interval: 'day' };
const [first, second] = ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'];
const [ann, bob, visitor] = ['user/ann', 'user/bob', 'anonymous/ann'];

const numbers: readonly (readonly [name: string, query: object, at: object, people: readonly string[]])[] = [
  ['a point', trend, { bucketIso: second }, [visitor]],
  ['all points of a series', trend, { series: 'A' }, [visitor, ann, bob]],
  ['a value', { ...trend, breakdownProperty: 'platform' }, { bucketIso: first, breakdown: ['ios'] }, [ann, bob]],
  ['no value', { ...trend, breakdownProperty: 'country' }, { breakdown: ['(none)'] }, [visitor, ann, bob]],
  ['an aggregation', { ...trend, aggregation: { kind: 'sum', field: 'event_properties.n' } }, {}, []],
  ['two values', { ...trend, breakdowns: ['platform', 'country'] }, { breakdown: ['ios', '(none)'] }, [ann, bob]],
  ['a running total', { ...trend, cumulative: true }, { bucketIso: second }, [visitor, ann, bob]],
  ['a moving average', { ...trend, movingAverage: 2 }, { bucketIso: second }, [visitor, ann, bob]],
  ['those who are new', { ...trend, aggregation: { kind: 'first_time' } }, { bucketIso: second }, []],
  ['sessions', { ...trend, aggregation: { kind: 'session_duration', of: 'sum' } }, {}, [visitor, ann, bob]],
  ['a series of a formula', { ...two, formulas: [{ expression: 'A / B' }] }, { series: 'A' }, [ann]],
  [
    'values that the first series does not show',
    { ...two, breakdownProperty: 'platform', breakdownLimit: 1 },
    { series: 'B', breakdown: ['(other)'] },
    [ann, bob],
  ],
  [
    'the period before',
    {
      ...trend,
      range: { ...range, fromIso: '2026-06-02T00:00:00Z', toIso: '2026-06-03T00:00:00Z' },
      compare: 'previous_period',
    },
    { compared: true, bucketIso: first },
    [visitor, ann, bob],
  ],
  ['steps in any order', { ...funnel, order: 'any', steps: ['buy', 'open'] }, { step: 1 }, [ann]],
  ['steps without others between', { ...funnel, order: 'strict' }, { step: 1 }, [ann]],
  [
    'those who did what is excluded',
    { ...funnel, steps: ['open', 'open', 'buy'], exclusions: [{ event: 'buy' }] },
    { step: 2 },
    [ann],
  ],
  ['steps of one platform', { ...funnel, holdConstant: 'platform' }, { step: 1 }, [ann]],
  [
    'those who began on a day',
    { ...funnel, view: 'trend', interval: 'day' },
    { step: 0, bucketIso: first },
    [visitor, ann, bob],
  ],
  ['those who took so long', { ...funnel, view: 'times' }, { from: 300, to: 300 }, [ann]],
  ['a step', funnel, { step: 0 }, [visitor, ann, bob]],
  ['the last step', funnel, { step: 1, outcome: 'reached' }, [ann]],
  ['those lost', funnel, { step: 1, outcome: 'dropped' }, [visitor, bob]],
  ['those of a value', { ...funnel, breakdownProperty: 'platform' }, { step: 0, breakdown: ['ios'] }, [bob]],
  ['a cohort', retention, { period: first }, [visitor, ann, bob]],
  ['who came back', retention, { period: first, index: 1 }, [visitor]],
  ['who did not', retention, { period: first, index: 1, returned: false }, [ann, bob]],
  ['who came back then or later', { ...retention, mode: 'on_or_after' }, { period: first, index: 1 }, [visitor]],
  [
    'a cohort of a value',
    { ...retention, breakdownProperty: 'platform' },
    { period: first, breakdown: ['ios'] },
    [bob],
  ],
  ['a point of the curve', retention, { index: 1 }, [visitor]],
  ['who stayed away', lifecycle, { bucketIso: second, state: 'dormant' }, [ann, bob]],
  ['who was there on two days', stickiness, { periods: 2 }, [visitor]],
  ['a bar', distribution, { from: 0, to: 1 }, []],
  ['a group of nodes', { ...paths, groups: [{ name: 'all', pattern: '*' }] }, { node: '1:all' }, [visitor, ann, bob]],
  ['a node with a value', { ...paths, nodeProperty: 'platform' }, { node: '1:open · ios' }, [bob]],
  ['a node', paths, { node: '3:buy' }, [ann]],
  ['a link', paths, { source: '1:open', target: '2:open' }, [visitor, ann]],
];

describe('the people behind', () => {
  for (const [name, query, at, people] of numbers) {
    test(name, async () => {
      expect(await peopleOf(query, at)).toEqual([...people].sort());
    });
  }

  test('come page by page, with what they did', async () => {
    const found: Person[] = [];
    let cursor: string | null = null;
    do {
      const page = { limit: 2, ...(cursor === null ? {} : { cursor }) };
      const { data, pagination, total } = (await ask({ ...trend, range }, {}, page)).json as People;
      expect(total).toBe(3);
      found.push(...data);
      cursor = pagination.cursor;
    } while (cursor !== null);
    expect(found.sort((a, b) => (a.kind + a.person_id < b.kind + b.person_id ? -1 : 1))).toEqual([
      {
        person_id: 'ann',
        kind: 'anonymous',
        user_id: null,
        first_at: '2026-06-01T12:00:00.000Z',
        last_at: '2026-06-02T12:00:00.000Z',
        events: 2,
      },
      expect.objectContaining({ person_id: 'ann', kind: 'user', user_id: 'ann', events: 2 }),
      expect.objectContaining({ person_id: 'bob', user_id: 'bob', events: 1 }),
    ]);
  });

  test('are those of a relative range, too', async () => {
    const last = { kind: 'relative', last: '1h' };
    expect(await peopleOf({ ...paths, range: last }, { node: '1:open' })).toEqual([]);
  });
});

describe('what is asked wrong is refused by its name', () => {
  const sql = { kind: 'sql', sql: 'SELECT 1' };
  const wrong: readonly (readonly [query: object, at: object, place: string, page?: object])[] = [
    [trend, { bucketIso: 'yesterday' }, 'at.bucketIso'],
    [trend, { bucketIso: '2026-06-01T00:00:00.001Z' }, 'at.bucketIso'],
    [trend, { series: 'B' }, 'at.series'],
    [trend, { series: 1 }, 'at.series'],
    [trend, { breakdown: ['ios'] }, 'at.breakdown'],
    [{ ...trend, breakdownProperty: 'platform' }, { breakdown: ['ios', 'web'] }, 'at.breakdown'],
    [{ ...trend, breakdownProperty: 'platform' }, { breakdown: [] }, 'at.breakdown'],
    [trend, { step: 0 }, 'at.step'],
    [trend, { odd: 0 }, 'at.odd'],
    [{ ...trend, interval: 'century' }, {}, 'query.interval'],
    [{ ...trend, aggregation: { kind: 'sum', field: 'platform' } }, {}, 'query.aggregation.field'],
    [funnel, {}, 'at.step'],
    [funnel, { step: 2 }, 'at.step'],
    [funnel, { step: 0.5 }, 'at.step'],
    [funnel, { step: 0, outcome: 'dropped' }, 'at.outcome'],
    [funnel, { step: 1, outcome: 'lost' }, 'at.outcome'],
    [retention, { breakdown: ['ios'] }, 'at.breakdown'],
    [trend, { compared: true }, 'at.compared'],
    [{ ...trend, breakdowns: ['platform', 'country'] }, { breakdown: ['(other)', 'ios'] }, 'at.breakdown'],
    [funnel, { step: 0, bucketIso: first }, 'at.bucketIso'],
    [funnel, { step: 0, from: 0 }, 'at.from'],
    [{ ...funnel, view: 'times' }, { step: 0 }, 'at.step'],
    [{ ...funnel, view: 'correlation' }, { step: 0 }, 'query.view'],
    [lifecycle, { state: 'new' }, 'at.bucketIso'],
    [lifecycle, { bucketIso: first }, 'at.state'],
    [lifecycle, { bucketIso: '2026-05-31T00:00:00Z', state: 'new' }, 'at.bucketIso'],
    [stickiness, {}, 'at.periods'],
    [stickiness, { periods: 0 }, 'at.periods'],
    [distribution, { from: 1 }, 'at.to'],
    [distribution, { from: 1, to: 0 }, 'at.to'],
    [retention, { period: '2026-06-05' }, 'at.period'],
    [retention, { period: 'June' }, 'at.period'],
    [retention, { period: second, index: 2 }, 'at.index'],
    [retention, { period: second, index: 400 }, 'at.index'],
    [paths, {}, 'at.node'],
    [paths, { node: 'open' }, 'at.node'],
    [paths, { node: '4:open' }, 'at.node'],
    [paths, { node: '1:(none)' }, 'at.node'],
    [paths, { source: '1:open' }, 'at.target'],
    [paths, { source: '1:open', target: '3:buy' }, 'at.target'],
    [paths, { node: '1:open', source: '1:open' }, 'at.source'],
    [sql, {}, 'query.kind'],
    [trend, {}, 'limit', { limit: 201 }],
    [trend, {}, 'cursor', { cursor: 'next' }],
  ];
  for (const [query, at, place, page] of wrong) {
    test(`${place} of ${JSON.stringify({ ...query, ...at, ...page })}`, async () => {
      const response = await ask('sql' in query ? query : { range, ...query }, at, page);
      expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})[0]]).toEqual([400, place]);
    });
  }
});
