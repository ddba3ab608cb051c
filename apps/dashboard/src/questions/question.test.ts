import { describe, expect, test } from 'vitest';
import type { Filter } from '../design/filter-builder/filter-ops.ts';
import { describeQuestion } from './describe-question.ts';
import { fieldOf } from './field-words.ts';
import { queriesOfQuestion } from './queries-of-question.ts';
import { asKind, emptyQuestion, emptySeries, type Question, questionKinds } from './question.ts';
import { questionOfQuery } from './question-of-query.ts';
import { readQuestion } from './read-question.ts';
import { writeQuestion } from './write-question.ts';

const isPro: Filter = { field: 'event_properties.plan', op: 'eq', value: 'pro' };
const range = { kind: 'relative', last: '7d' } as const;

const full: readonly Question[] = [
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

describe('a question in the address', () => {
  test.each(full)('of kind $kind is read back as it was', (question) => {
    const written: unknown = JSON.parse(JSON.stringify(writeQuestion(question)));
    expect(readQuestion(question.kind, written)).toEqual({ kind: 'read', question });
  });

  test.each(questionKinds)('of kind %s that nobody has touched takes no room', (kind) => {
    expect(writeQuestion(emptyQuestion(kind))).toBeUndefined();
    expect(readQuestion(kind, undefined)).toEqual({ kind: 'read', question: emptyQuestion(kind) });
  });

  const broken: readonly [string, Question['kind'], unknown, string][] = [
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
    const read = readQuestion(kind, raw);
    expect(read.kind).toBe('broken');
    expect(read.kind === 'broken' && read.because).toContain(where);
  });
});

describe('a question becomes queries', () => {
  test('one for each series, with the filters of both', () => {
    const [trends] = full;
    if (trends?.kind !== 'timeseries') throw new Error('the first one is a trend');
    const asked = queriesOfQuestion(trends, range);
    expect(asked).toEqual({
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
    const question: Question = {
      ...emptyQuestion('paths'),
      filters: [isPro, { field: 'country', op: 'eq', value: '' }, { field: 'platform', op: 'in', value: [] }],
    };
    expect(queriesOfQuestion(question, range)).toMatchObject({ queries: [{ filters: [isPro] }] });
  });

  test('with an interval that follows the range', () => {
    const question = { ...emptyQuestion('timeseries'), series: [{ ...emptySeries, event: 'a' }] };
    expect(queriesOfQuestion(question, { kind: 'relative', last: '1h' })).toMatchObject({
      queries: [{ interval: 'minute' }],
    });
    expect(queriesOfQuestion(question, { kind: 'relative', last: '90d' })).toMatchObject({
      queries: [{ interval: 'day' }],
    });
  });

  const unfinished: readonly [string, Question, string][] = [
    ['an event', emptyQuestion('timeseries'), 'Choose an event.'],
    [
      'a field',
      { ...emptyQuestion('timeseries'), series: [{ ...emptySeries, event: 'a', aggregation: 'sum' }] },
      'Choose a field.',
    ],
    [
      'the event of one of several series',
      { ...emptyQuestion('timeseries'), series: [{ ...emptySeries, event: 'a' }, emptySeries] },
      'Choose an event for B.',
    ],
    [
      'a step',
      {
        ...emptyQuestion('funnel'),
        steps: [
          { event: 'a', filters: [] },
          { event: null, filters: [] },
        ],
      },
      'Choose an event for step 2.',
    ],
    ['a way back', { ...emptyQuestion('retention'), cohortEvent: 'a' }, 'Choose the event that counts as coming back.'],
    ['a statement', { kind: 'sql', sql: '  \n' }, 'Write a SELECT.'],
    [
      'a shorter window',
      {
        ...emptyQuestion('funnel'),
        steps: [
          { event: 'a', filters: [] },
          { event: 'b', filters: [] },
        ],
        conversionWindow: '366d',
      },
      'The time to convert is 365 days at most.',
    ],
  ];
  test.each(unfinished)('only when %s is there', (_, question, missing) => {
    expect(queriesOfQuestion(question, range)).toEqual({ kind: 'unfinished', missing });
  });
});

describe('a stored query', () => {
  test.each(full.slice(1))('of kind $kind can be edited, and is the same query again', (question) => {
    const asked = queriesOfQuestion(question, range);
    if (asked.kind !== 'ready') throw new Error('it is finished');
    const query = structuredClone(asked.queries[0]);
    if (query === undefined) throw new Error('there is one');
    expect(queriesOfQuestion(questionOfQuery(query), range)).toEqual(asked);
  });

  test('of a trend keeps its chart and its interval', () => {
    const question = questionOfQuery(
      { kind: 'timeseries', event: 'a', interval: 'month', range },
      { kind: 'timeseries', chartType: 'single_metric' },
    );
    expect(question).toMatchObject({ chart: 'single_metric', interval: 'month', series: [{ aggregation: 'count' }] });
  });

  test('with steps that are only names can be edited', () => {
    const question = questionOfQuery({ kind: 'funnel', steps: ['a', 'b'], range });
    expect(question).toMatchObject({ steps: [{ event: 'a' }, { event: 'b' }], conversionWindow: '7d' });
  });
});

describe('another kind of the same question', () => {
  test('takes events and filters along', () => {
    const funnel = full[1] as Question;
    expect(asKind(funnel, 'timeseries')).toMatchObject({
      series: [{ event: 'view' }],
      filters: [isPro],
      breakdown: 'platform',
    });
    expect(asKind(funnel, 'retention')).toMatchObject({ cohortEvent: 'view', returnEvent: 'buy' });
    expect(asKind(funnel, 'paths')).toMatchObject({ startEvent: 'view', endEvent: null });
  });

  test('always has the two steps that a funnel needs', () => {
    expect(asKind(emptyQuestion('sql'), 'funnel').steps).toHaveLength(2);
  });
});

test('a question can be said in a phrase', () => {
  expect(full.map(describeQuestion)).toEqual([
    'Sum of price of purchase where plan is pro, number of 5 by Platform where Country is one of DE, FR',
    'view → buy by Platform where plan is pro',
    'signup, then open, weekly where plan is pro',
    'Paths from open to buy where plan is pro',
    "SELECT '<img src=x onerror=alert(1)>'",
  ]);
  expect(describeQuestion({ kind: 'sql', sql: '-- Revenue by plan\nSELECT 1' })).toBe('Revenue by plan');
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
