import { describe, expect, test } from 'vitest';
import type { Filter } from '../design/filter-builder/filter-ops.ts';
import { readInsight } from './address/read-insight.ts';
import { writeInsight } from './address/write-insight.ts';
import { describeInsight } from './describe-insight.ts';
import { fieldOf } from './field-words.ts';
import { asKind, emptyInsight, emptySeries, type Insight, insightKinds } from './insight.ts';
import { insightOfQuery } from './query/insight-of-query.ts';
import { queryOfInsight } from './query/query-of-insight.ts';

const isPro: Filter = { field: 'event_properties.plan', op: 'eq', value: 'pro' };
const range = { kind: 'relative', last: '7d' } as const;

const isDe: Filter = { field: 'country', op: 'eq', value: 'DE' };

const full: readonly Insight[] = [
  {
    ...emptyInsight('timeseries'),
    series: [
      { ...emptySeries, event: 'purchase', aggregation: 'sum', field: 'event_properties.price', filters: [isPro] },
      { ...emptySeries, event: ['5', 'open'], name: 'Openings' },
      { ...emptySeries, event: [], aggregation: 'per_person', of: 'p90' },
    ],
    formulas: [{ expression: 'A / B * 100', name: null }],
    showsSeries: true,
    filters: [{ field: 'country', op: 'in', value: ['DE', 'FR'] }],
    breakdowns: ['platform', 'country'],
    breakdownLimit: 5,
    interval: 'quarter',
    chart: 'stacked_bar',
    smoothing: 7,
    compare: 'previous_year',
    countBy: 'event_properties.account_id',
  },
  {
    kind: 'funnel',
    steps: [
      { event: 'view', filters: [] },
      { event: 'buy', filters: [{ field: 'user_id', op: 'is_not_null' }] },
    ],
    order: 'strict',
    exclusions: [{ event: 'refund', filters: [], fromStep: 0, toStep: 1 }],
    holdConstant: 'platform',
    filters: [{ op: 'any', filters: [isPro, isDe] }],
    breakdown: 'platform',
    attribution: 'last',
    conversionWindow: '30m',
    view: 'trend',
    interval: 'week',
    countBy: 'session_id',
  },
  {
    kind: 'retention',
    cohortEvent: 'signup',
    returnEvent: [],
    interval: 'month',
    mode: 'on_or_after',
    start: 'first_time',
    breakdown: 'platform',
    filters: [isPro],
    unit: 'percent',
    countBy: null,
  },
  {
    kind: 'paths',
    startEvent: 'open',
    endEvent: 'buy',
    depth: 3,
    excluded: ['scroll'],
    groups: [{ name: 'Checkout', pattern: 'checkout_*' }],
    nodeProperty: 'event_properties.screen',
    showsSystem: true,
    filters: [isPro],
  },
  { kind: 'lifecycle', event: 'open', interval: 'week', filters: [isPro], countBy: 'user.team' },
  { kind: 'stickiness', event: ['open', 'view'], interval: 'month', filters: [], countBy: null },
  { kind: 'distribution', event: 'buy', field: 'event_properties.price', buckets: 10, filters: [isDe] },
  { kind: 'sql', sql: "SELECT '<img src=x onerror=alert(1)>'" },
];

describe('a query in the address', () => {
  test.each(full)('of kind $kind is read back as it was', (insight) => {
    const written: unknown = JSON.parse(JSON.stringify(writeInsight(insight)));
    expect(readInsight(insight.kind, written)).toEqual({ kind: 'read', insight: insight });
  });

  test.each(insightKinds)('of kind %s that nobody has touched takes no room', (kind) => {
    expect(writeInsight(emptyInsight(kind))).toBeUndefined();
    expect(readInsight(kind, undefined)).toEqual({ kind: 'read', insight: emptyInsight(kind) });
  });

  const broken: readonly [string, Insight['kind'], unknown, string][] = [
    ['that is a text', 'timeseries', 'purchase', "the query can't be parsed"],
    ['with eleven series', 'timeseries', { series: Array(11).fill({}) }, 'series must be a list of 1 to 10'],
    ['with four breakdowns', 'timeseries', { breakdown: ['a', 'b', 'c', 'd'] }, 'breakdown'],
    ['with an average of one point', 'timeseries', { smoothing: 1 }, 'smoothing'],
    [
      'with a group in a group',
      'paths',
      { filters: [{ op: 'any', filters: [{ op: 'all', filters: [] }] }] },
      'filters: op',
    ],
    ['with an unknown view', 'funnel', { view: 'pie' }, 'view'],
    ['with an event that is an object', 'timeseries', { series: [{ event: {} }] }, 'series 1: event'],
    ['with an unknown aggregation', 'timeseries', { series: [{ aggregation: 'mode' }] }, 'series 1: aggregation'],
    ['with an unknown operator', 'paths', { filters: [{ field: 'a', op: 'like', value: 1 }] }, 'filters: op'],
    ['with a value that is an object', 'paths', { filters: [{ field: 'a', op: 'eq', value: {} }] }, 'filters'],
    ['with one step', 'funnel', { steps: [{ event: 'a' }] }, 'steps must be a list of 2 to 10'],
    ['with a window in weeks', 'funnel', { window: '2w' }, 'window'],
    ['that goes seven deep', 'paths', { depth: 7 }, 'depth'],
    ['with a statement that is too long', 'sql', { sql: 'x'.repeat(20_001) }, 'sql'],
  ];
  test.each(broken)('%s is broken, and says where', (_, kind, raw, where) => {
    const read = readInsight(kind, raw);
    expect(read.kind).toBe('broken');
    expect(read.kind === 'broken' && read.because).toContain(where);
  });
});

test('links of before are still read', () => {
  const old = {
    series: [{ event: 'a', aggregation: 'count_distinct', field: 'person_id' }],
    breakdown: 'platform',
    compared: true,
  };
  expect(readInsight('timeseries', old)).toEqual({
    kind: 'read',
    insight: {
      ...emptyInsight('timeseries'),
      series: [{ ...emptySeries, event: 'a', aggregation: 'persons' }],
      breakdowns: ['platform'],
      compare: 'previous_period',
    },
  });
});

describe('what is sent', () => {
  test('is one query for all series and formulas', () => {
    expect(queryOfInsight(full[0] as Insight, range)).toEqual({
      kind: 'ready',
      query: {
        kind: 'timeseries',
        series: [
          {
            event: 'purchase',
            aggregation: { kind: 'sum', field: 'event_properties.price' },
            filters: [isPro],
          },
          { event: ['5', 'open'], aggregation: { kind: 'count' }, name: 'Openings' },
          { event: null, aggregation: { kind: 'per_person', of: 'p90' } },
        ],
        formulas: [{ expression: 'A / B * 100' }],
        showSeries: true,
        filters: [{ field: 'country', op: 'in', value: ['DE', 'FR'] }],
        breakdowns: ['platform', 'country'],
        breakdownLimit: 5,
        interval: 'quarter',
        range,
        movingAverage: 7,
        compare: 'previous_year',
        unit: { kind: 'property', property: 'event_properties.account_id' },
      },
    });
  });

  test('is short for a single series', () => {
    const insight = {
      ...emptyInsight('timeseries'),
      series: [{ ...emptySeries, event: 'a', filters: [isPro] }],
      filters: [isDe],
      breakdowns: ['platform'],
    };
    expect(queryOfInsight(insight, range)).toEqual({
      kind: 'ready',
      query: {
        kind: 'timeseries',
        event: 'a',
        aggregation: { kind: 'count' },
        filters: [isPro, isDe],
        breakdownProperty: 'platform',
        interval: 'day',
        range,
      },
    });
  });

  test('without the filters that are still being written', () => {
    const insight: Insight = {
      ...emptyInsight('paths'),
      filters: [
        isPro,
        { field: 'country', op: 'eq', value: '' },
        { field: 'platform', op: 'in', value: [] },
        { op: 'any', filters: [{ field: 'country', op: 'eq', value: '' }] },
      ],
    };
    expect(queryOfInsight(insight, range)).toMatchObject({ query: { filters: [isPro], hideSystemEvents: true } });
  });

  test('with an interval that follows the range', () => {
    const insight = { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: 'a' }] };
    expect(queryOfInsight(insight, { kind: 'relative', last: '1h' })).toMatchObject({ query: { interval: 'minute' } });
    expect(queryOfInsight(insight, { kind: 'relative', last: '90d' })).toMatchObject({ query: { interval: 'day' } });
  });

  const unfinished: readonly [string, Insight, string][] = [
    ['an event', emptyInsight('timeseries'), 'Select an event'],
    [
      'a field',
      { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: 'a', aggregation: 'sum' }] },
      'Select a field',
    ],
    [
      'the event of one of several series',
      { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: 'a' }, emptySeries] },
      'Select an event for B',
    ],
    [
      'a step',
      {
        ...emptyInsight('funnel'),
        steps: [
          { event: 'a', filters: [] },
          { event: null, filters: [] },
        ],
      },
      'Select an event for step 2',
    ],
    ['a way back', { ...emptyInsight('retention'), cohortEvent: 'a' }, 'Select the return event'],
    ['a statement', { kind: 'sql', sql: '  \n' }, 'Write a SQL query'],
    [
      'a shorter window',
      {
        ...emptyInsight('funnel'),
        steps: [
          { event: 'a', filters: [] },
          { event: 'b', filters: [] },
        ],
        conversionWindow: '366d',
      },
      'The conversion window can be at most 365 days',
    ],
  ];
  test.each(unfinished)('only when %s is there', (_, insight, missing) => {
    expect(queryOfInsight(insight, range)).toEqual({ kind: 'unfinished', missing });
  });
});

describe('a stored query', () => {
  test.each(full)('of kind $kind can be edited, and is the same query again', (insight) => {
    const ask = queryOfInsight(insight, range);
    if (ask.kind !== 'ready') throw new Error('it is finished');
    expect(queryOfInsight(insightOfQuery(structuredClone(ask.query)), range)).toEqual(ask);
  });

  test('of a trend keeps its chart and its interval', () => {
    const insight = insightOfQuery(
      { kind: 'timeseries', event: 'a', interval: 'month', range },
      { kind: 'timeseries', chartType: 'single_metric' },
    );
    expect(insight).toMatchObject({ chart: 'single_metric', interval: 'month', series: [{ aggregation: 'count' }] });
  });

  test('with steps that are only names can be edited', () => {
    const insight = insightOfQuery({ kind: 'funnel', steps: ['a', 'b'], range });
    expect(insight).toMatchObject({ steps: [{ event: 'a' }, { event: 'b' }], conversionWindow: '7d' });
  });
});

describe('another kind of the same query', () => {
  test('takes events and filters along', () => {
    const funnel = full[1] as Insight;
    expect(asKind(funnel, 'timeseries')).toMatchObject({
      series: [{ event: 'view' }],
      filters: [{ op: 'any', filters: [isPro, isDe] }],
      breakdowns: ['platform'],
    });
    expect(asKind(funnel, 'lifecycle')).toMatchObject({ event: 'view' });
    expect(asKind(funnel, 'retention')).toMatchObject({ cohortEvent: 'view', returnEvent: 'buy' });
    expect(asKind(funnel, 'paths')).toMatchObject({ startEvent: 'view', endEvent: null });
  });

  test('always has the two steps that a funnel needs', () => {
    expect(asKind(emptyInsight('sql'), 'funnel').steps).toHaveLength(2);
  });
});

test('a query can be said in a phrase', () => {
  expect(full.map(describeInsight)).toEqual([
    'A / B * 100, sum of price of purchase where plan is pro, Openings, 90th percentile events per person of Any event by Platform and Country where Country is one of DE, FR, counted by account_id',
    'view → buy by Platform where (plan is pro or Country is DE), counted by Session id',
    'signup, then Any event, monthly by Platform where plan is pro',
    'Paths from open to buy where plan is pro',
    'Lifecycle of open, weekly where plan is pro, counted by User team',
    'Stickiness of open, view, monthly',
    'Distribution of price of buy where Country is DE',
    "SELECT '<img src=x onerror=alert(1)>'",
  ]);
  expect(describeInsight({ kind: 'sql', sql: '-- Revenue by plan\nSELECT 1' })).toBe('Revenue by plan');
});

test('a name that is typed as a field is a property, unless every event has such a field', () => {
  const typed = ['plan', 'platform', 'event_properties.plan', 'event_context.os.name'];
  expect(typed.map(fieldOf)).toEqual([
    'event_properties.plan',
    'platform',
    'event_properties.plan',
    'event_context.os.name',
  ]);
});
