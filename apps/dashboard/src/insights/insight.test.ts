import { describe, expect, test } from 'vitest';
import type { Filter } from '../design/filter-builder/filter-ops.ts';
import { describeInsight } from './describe-insight.ts';
import { fieldOf } from './field-words.ts';
import { asKind, emptyInsight, emptySeries, type Insight, insightKinds } from './insight.ts';
import { insightOfQuery } from './insight-of-query.ts';
import { queriesOfInsight } from './queries-of-insight.ts';
import { readInsight } from './read-insight.ts';
import { writeInsight } from './write-insight.ts';

const isPro: Filter = { field: 'event_properties.plan', op: 'eq', value: 'pro' };
const range = { kind: 'relative', last: '7d' } as const;

const full: readonly Insight[] = [
  {
    kind: 'timeseries',
    series: [
      { event: 'purchase', aggregation: 'sum', field: 'event_properties.price', filters: [isPro] },
      { event: '5', aggregation: 'count', field: null, filters: [] },
    ],
    filters: [{ field: 'country', op: 'in', value: ['DE', 'FR'] }],
    breakdown: 'platform',
    interval: 'week',
    chart: 'stacked_bar',
    isCompared: true,
  },
  {
    kind: 'funnel',
    steps: [
      { event: 'view', filters: [] },
      { event: 'buy', filters: [{ field: 'user_id', op: 'is_not_null' }] },
    ],
    filters: [isPro],
    breakdown: 'platform',
    conversionWindow: '30m',
  },
  {
    kind: 'retention',
    cohortEvent: 'signup',
    returnEvent: 'open',
    interval: 'week',
    filters: [isPro],
    unit: 'count',
  },
  { kind: 'paths', startEvent: 'open', endEvent: 'buy', depth: 3, filters: [isPro] },
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
    ['that is a text', 'timeseries', 'purchase', 'the question cannot be read'],
    ['with six series', 'timeseries', { series: Array(6).fill({}) }, 'series: 1 to 5 are needed'],
    ['with an event that is an object', 'timeseries', { series: [{ event: {} }] }, 'series 1: event'],
    ['with an unknown aggregation', 'timeseries', { series: [{ aggregation: 'mode' }] }, 'series 1: aggregation'],
    ['with an unknown operator', 'paths', { filters: [{ field: 'a', op: 'like', value: 1 }] }, 'filters: op'],
    ['with a value that is an object', 'paths', { filters: [{ field: 'a', op: 'eq', value: {} }] }, 'filters'],
    ['with one step', 'funnel', { steps: [{ event: 'a' }] }, 'steps: 2 to 10 are needed'],
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

describe('a query becomes queries', () => {
  test('one for each series, with the filters of both', () => {
    const [trends] = full;
    if (trends?.kind !== 'timeseries') throw new Error('the first one is a trend');
    const queries = queriesOfInsight(trends, range);
    expect(queries).toEqual({
      kind: 'ready',
      queries: [
        {
          kind: 'timeseries',
          event: 'purchase',
          interval: 'week',
          range,
          filters: [isPro, { field: 'country', op: 'in', value: ['DE', 'FR'] }],
          breakdownProperty: 'platform',
          aggregation: { kind: 'sum', field: 'event_properties.price' },
        },
        expect.objectContaining({ event: '5', aggregation: { kind: 'count' } }),
      ],
    });
  });

  test('without the filters that are still being written', () => {
    const insight: Insight = {
      ...emptyInsight('paths'),
      filters: [isPro, { field: 'country', op: 'eq', value: '' }, { field: 'platform', op: 'in', value: [] }],
    };
    expect(queriesOfInsight(insight, range)).toMatchObject({ queries: [{ filters: [isPro] }] });
  });

  test('with an interval that follows the range', () => {
    const insight = { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: 'a' }] };
    expect(queriesOfInsight(insight, { kind: 'relative', last: '1h' })).toMatchObject({
      queries: [{ interval: 'minute' }],
    });
    expect(queriesOfInsight(insight, { kind: 'relative', last: '90d' })).toMatchObject({
      queries: [{ interval: 'day' }],
    });
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
    expect(queriesOfInsight(insight, range)).toEqual({ kind: 'unfinished', missing });
  });
});

describe('a stored query', () => {
  test.each(full.slice(1))('of kind $kind can be edited, and is the same query again', (insight) => {
    const queries = queriesOfInsight(insight, range);
    if (queries.kind !== 'ready') throw new Error('it is finished');
    const query = structuredClone(queries.queries[0]);
    if (query === undefined) throw new Error('there is one');
    expect(queriesOfInsight(insightOfQuery(query), range)).toEqual(queries);
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
      filters: [isPro],
      breakdown: 'platform',
    });
    expect(asKind(funnel, 'retention')).toMatchObject({ cohortEvent: 'view', returnEvent: 'buy' });
    expect(asKind(funnel, 'paths')).toMatchObject({ startEvent: 'view', endEvent: null });
  });

  test('always has the two steps that a funnel needs', () => {
    expect(asKind(emptyInsight('sql'), 'funnel').steps).toHaveLength(2);
  });
});

test('a query can be said in a phrase', () => {
  expect(full.map(describeInsight)).toEqual([
    'Sum of price of purchase where plan is pro, number of 5 by Platform where Country is one of DE, FR',
    'view → buy by Platform where plan is pro',
    'signup, then open, weekly where plan is pro',
    'Paths from open to buy where plan is pro',
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
