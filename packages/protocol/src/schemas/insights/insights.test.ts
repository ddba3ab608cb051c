import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { shareShapes } from '../../generate/share-shapes.ts';
import { InsightBody, InsightQuery } from './queries.ts';

// As build-validators.ts does: compiled as it stands, with each shape wherever it is used, it would take ten seconds.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, discriminator: true, inlineRefs: false });
for (const [name, schema] of shareShapes('InsightQuery')) ajv.addSchema(schema, name);
const check = ajv.getSchema('InsightQuery') as ValidateFunction;

const week = { kind: 'relative', last: '7d' };
const timeseries = { kind: 'timeseries', event: 'bought', interval: 'day', range: week };
const funnel = { kind: 'funnel', steps: ['seen', 'bought'], range: week };
const retention = { kind: 'retention', cohortEvent: 'seen', returnEvent: 'seen', range: week };
const paths = { kind: 'paths', range: week };
const filter = { field: 'platform', op: 'eq', value: 'ios' };
const filtered = (...filters: unknown[]) => ({ ...timeseries, filters });
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const good: Record<string, unknown> = {
  'a timeseries': timeseries,
  'a timeseries with everything': {
    ...filtered(filter),
    breakdownProperty: 'event_properties.plan',
    aggregation: { kind: 'p95', field: 'event_properties.ms' },
    range: { kind: 'absolute', fromIso: '2026-01-01T00:00:00Z', toIso: '2026-02-01T00:00:00Z' },
  },
  'several series with everything': {
    kind: 'timeseries',
    series: [
      { event: 'seen' },
      { event: ['bought'], filters: [filter], aggregation: { kind: 'per_person', of: 'p90' }, name: 'Bought' },
    ],
    formulas: [{ expression: 'B / A * 100', name: 'Conversion' }],
    showSeries: true,
    breakdowns: ['platform', 'country'],
    breakdownLimit: 50,
    interval: 'total',
    movingAverage: 7,
    compare: 'previous_period',
    range: week,
  },
  'a funnel of names': funnel,
  'a funnel of ten steps, some with filters': {
    ...funnel,
    steps: [...many(9, 'seen'), { event: 'bought', filters: [filter] }],
    conversionWindow: '30m',
  },
  'a retention': retention,
  'paths between two events': { ...paths, startEvent: 'seen', endEvent: 'bought', depth: 6 },
  'a retention with everything': {
    ...retention,
    interval: 'month',
    mode: 'on_or_after',
    start: 'first_time',
    breakdownProperty: 'platform',
  },
  'paths with everything': {
    ...paths,
    excludeEvents: ['a'],
    hideSystemEvents: true,
    nodeProperty: 'event_properties.path',
    groups: [{ name: 'Shop', pattern: '* · /shop/*' }],
  },
  'a lifecycle': { kind: 'lifecycle', event: 'seen', interval: 'week', range: week, filters: [filter] },
  'a stickiness': { kind: 'stickiness', event: null, range: week },
  'a distribution': {
    kind: 'distribution',
    event: 'bought',
    field: 'event_properties.price',
    buckets: 50,
    range: week,
  },
  'a statement': { kind: 'sql', sql: 'SELECT 1' },
  'twenty filters': filtered(...many(20, filter)),
  'a list of a hundred': filtered({ field: 'country', op: 'in', value: many(100, 'DE') }),
  'values of every type': filtered(filter, { ...filter, value: 1.5 }, { ...filter, value: false }),
  'any event, or one of several': { ...timeseries, event: null },
  'a step of several events': { ...funnel, steps: ['seen', { event: ['bought', 'rented'] }] },
  'groups three deep': filtered({
    op: 'any',
    filters: [filter, { op: 'all', filters: [filter, { op: 'any', filters: [filter] }] }],
  }),
  'a regular expression, a list, a relative time': filtered(
    { field: 'platform', op: 'matches', value: '^i(os|pados)$' },
    { field: 'event_properties.tags', op: 'includes', value: ['a', 1] },
    { field: 'event_properties.at', op: 'after', value: 'now-7d' },
  ),
  'ranges of every kind': { ...timeseries, range: { kind: 'current', unit: 'quarter' } },
  'any number of months': { ...timeseries, range: { kind: 'relative', last: '18mo' } },
  'no value where none is needed': filtered({ field: 'user_id', op: 'is_null' }),
};
for (const [name, query] of Object.entries(good)) {
  test(`${name} is a query`, () => expect([check(query), check.errors]).toEqual([true, null]));
}

/** Path and keyword of each fault; that of the tag itself comes with one that says what the tag may be. */
function faultsOf(query: unknown): string[] {
  expect(check(query)).toBe(false);
  return (check.errors ?? [])
    .filter(({ keyword }) => keyword !== 'discriminator')
    .map(({ instancePath, keyword, params }) => {
      return `${instancePath} ${keyword}${keyword === 'required' ? ` ${params.missingProperty}` : ''}`;
    });
}

describe('a fault is named once, in words of the kind that was asked for', () => {
  const bad: Record<string, [unknown, string[]]> = {
    'no kind': [{ event: 'a' }, [' required kind']],
    'an unknown kind': [{ kind: 'pie' }, ['/kind enum']],
    'a kind that is no text': [{ kind: 5 }, ['/kind enum']],
    'one step': [{ ...funnel, steps: ['seen'] }, ['/steps minItems']],
    'eleven steps': [{ ...funnel, steps: many(11, 'seen') }, ['/steps maxItems']],
    'an empty step': [{ ...funnel, steps: ['', 'seen'] }, ['/steps/0 minLength']],
    'a step without an event': [{ ...funnel, steps: [{}, 'seen'] }, ['/steps/0 required event']],
    'a step that is a number': [{ ...funnel, steps: [1, 'seen'] }, ['/steps/0 type']],
    'a window in weeks': [{ ...funnel, conversionWindow: '2w' }, ['/conversionWindow pattern']],
    'no range': [{ kind: 'paths' }, [' required range']],
    'an unknown range': [{ ...paths, range: { kind: 'since' } }, ['/range/kind enum']],
    'a span of no known unit': [{ ...paths, range: { kind: 'relative', last: '8x' } }, ['/range/last pattern']],
    'half an absolute range': [
      { ...paths, range: { kind: 'absolute', fromIso: '2026-01-01' } },
      ['/range required toIso'],
    ],
    'paths seven deep': [{ ...paths, depth: 7 }, ['/depth maximum']],
    'a retention by quarter': [{ ...retention, interval: 'quarter' }, ['/interval enum']],
    'a lifecycle by hour': [{ kind: 'lifecycle', event: 'a', interval: 'hour', range: week }, ['/interval enum']],
    'a distribution of nothing': [{ kind: 'distribution', event: 'a', range: week }, [' required field']],
    'one bar': [{ kind: 'distribution', event: 'a', field: 'x', buckets: 1, range: week }, ['/buckets minimum']],
    'a group without a pattern': [{ ...paths, groups: [{ name: 'a' }] }, ['/groups/0 required pattern']],
    'no event': [{ ...timeseries, event: '' }, ['/event minLength']],
    'a sum of nothing': [{ ...timeseries, aggregation: { kind: 'sum' } }, ['/aggregation required field']],
    'an unknown aggregation': [{ ...timeseries, aggregation: { kind: 'p42', field: 'x' } }, ['/aggregation/kind enum']],
    'a part of no duration': [
      { ...timeseries, aggregation: { kind: 'session_duration', of: 'min' } },
      ['/aggregation/of enum'],
    ],
    'a series without an event': [
      { ...timeseries, series: [{ aggregation: { kind: 'persons' } }] },
      ['/series/0 required event'],
    ],
    'four breakdowns': [{ ...timeseries, breakdowns: ['a', 'b', 'c', 'd'] }, ['/breakdowns maxItems']],
    'twenty-one filters': [filtered(...many(21, filter)), ['/filters maxItems']],
    'an unknown operator': [filtered({ ...filter, op: 'like' }), ['/filters/0/op enum']],
    'a comparison with nothing': [filtered({ field: 'platform', op: 'gt' }), ['/filters/0 required value']],
    'a comparison with a list': [filtered({ ...filter, value: ['ios'] }), ['/filters/0/value type']],
    'membership in one value': [filtered({ ...filter, op: 'in' }), ['/filters/0/value type']],
    'membership in nothing': [filtered({ ...filter, op: 'in', value: [] }), ['/filters/0/value minItems']],
    'a list of 101': [filtered({ ...filter, op: 'in', value: many(101, 1) }), ['/filters/0/value maxItems']],
    'a statement that is too long': [{ kind: 'sql', sql: 'x'.repeat(20_001) }, ['/sql maxLength']],
    'two faults': [{ ...timeseries, event: 1, interval: 'decade' }, ['/event type', '/interval enum']],
  };
  for (const [name, [query, faults]] of Object.entries(bad)) {
    test(name, () => expect(faultsOf(query)).toEqual(faults));
  }
});

test('a body names an environment if it likes, and needs a query', () => {
  const { query, ...others } = InsightBody.properties;
  expect(query).toEqual(InsightQuery);
  // The whole query was compiled above.
  const checkBody = ajv.compile({ ...InsightBody, properties: { ...others, query: { type: 'object' } } });
  expect(checkBody({ query: timeseries })).toBe(true);
  expect(checkBody({ query: timeseries, environment_id: 'development' })).toBe(true);
  expect(checkBody({ environment_id: 'development' })).toBe(false);
  expect(checkBody({ query: null })).toBe(false);
});
