import { expect, test } from 'vitest';
import { readAggregation } from './read-aggregation.ts';
import { readFilter, readRange } from './read-query.ts';
import { readFormula, readSeries } from './read-series.ts';

const filters: [text: string, filter: object][] = [
  ['platform = web', { field: 'platform', op: 'eq', value: 'web' }],
  ['event_properties.amount>=10', { field: 'event_properties.amount', op: 'gte', value: 10 }],
  ['event_properties.code = "10"', { field: 'event_properties.code', op: 'eq', value: '10' }],
  ['event_properties."a=b".c = 1', { field: 'event_properties."a=b".c', op: 'eq', value: 1 }],
  ['country in DE, AT', { field: 'country', op: 'in', value: ['DE', 'AT'] }],
  ['country not in DE', { field: 'country', op: 'not_in', value: ['DE'] }],
  ['app_version ~ beta build', { field: 'app_version', op: 'contains', value: 'beta build' }],
  ['user_id is not null', { field: 'user_id', op: 'is_not_null' }],
];
for (const [text, filter] of filters) {
  test(`--where "${text}"`, () => expect(readFilter(text)).toEqual(filter));
}

test('what cannot be read is a wrong use, with how it is written', () => {
  for (const text of ['platform', '= web', 'platform is web']) {
    expect(() => readFilter(text), text).toThrow(expect.objectContaining({ exitCode: 2 }));
  }
  expect(() => readAggregation('sum')).toThrow('with a field');
  expect(() => readRange({ last: '8d' })).toThrow('one of 1h, 24h, 7d, 30d, 90d');
  expect(() => readRange({ from: 'yesterday' })).toThrow('--from must be a time');
});

test('a range has both ends', () => {
  expect(readRange({ from: '2026-11-01', to: '2026-11-02T12:00:00Z' })).toEqual({
    kind: 'absolute',
    fromIso: '2026-11-01T00:00:00.000Z',
    toIso: '2026-11-02T12:00:00.000Z',
  });
});

test('measures, series and formulas', () => {
  expect(readAggregation('persons')).toEqual({ kind: 'persons' });
  expect(readAggregation('per_person')).toEqual({ kind: 'per_person', of: 'average' });
  expect(readAggregation('session_duration:p90')).toEqual({ kind: 'session_duration', of: 'p90' });
  expect(readAggregation('sum:event_properties.a')).toEqual({ kind: 'sum', field: 'event_properties.a' });
  expect(() => readAggregation('per_person:sum')).toThrow('one of average, min');
  expect(readSeries('purchase')).toEqual({ event: 'purchase' });
  expect(readSeries('mail@home')).toEqual({ event: 'mail@home' });
  expect(readSeries('a@b@persons')).toEqual({ event: 'a@b', aggregation: { kind: 'persons' } });
  expect(() => readSeries('@persons')).toThrow('the name of an event');
  expect(readFormula('B / A')).toEqual({ expression: 'B / A' });
  expect(readFormula('Rate = B / A')).toEqual({ name: 'Rate', expression: 'B / A' });
  expect(() => readFormula('Rate =')).toThrow('is empty');
});
