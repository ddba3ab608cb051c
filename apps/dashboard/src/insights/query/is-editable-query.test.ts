import type { Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { isEditableQuery } from './is-editable-query.ts';

const range = { kind: 'relative' as const, last: '7d' };
const trend: Wire['TimeseriesQuery'] = { kind: 'timeseries', event: 'open', interval: 'day', range };
const condition = { field: 'platform', op: 'eq' as const, value: 'ios' };

const cases: readonly (readonly [name: string, query: Wire['InsightQuery'], isEditable: boolean])[] = [
  ['one event', { ...trend, filters: [condition] }, true],
  ['a regular expression', { ...trend, filters: [{ field: 'platform', op: 'matches', value: '^i' }] }, true],
  ['any event', { ...trend, event: null }, true],
  ['several series', { kind: 'timeseries', series: [{ event: 'open' }], interval: 'day', range }, true],
  ['a comparison', { ...trend, compare: 'previous_year' }, true],
  ['by quarter', { ...trend, interval: 'quarter' }, true],
  ['persons', { ...trend, aggregation: { kind: 'persons' } }, true],
  ['several events', { ...trend, event: ['open', 'view'] }, true],
  ['a group of filters', { ...trend, filters: [{ op: 'any', filters: [condition, condition] }] }, true],
  ['this month', { ...trend, range: { kind: 'current', unit: 'month' } }, true],
  ['the last 45 days', { ...trend, range: { kind: 'relative', last: '45d' } }, true],
  ['steps of one event', { kind: 'funnel', steps: ['a', { event: 'b', filters: [condition] }], range }, true],
  ['a step of any event', { kind: 'funnel', steps: ['a', { event: null }], range }, true],
  ['fields to correlate', { kind: 'funnel', steps: ['a', 'b'], correlate: { events: true }, range }, false],
  [
    'a group in a group',
    { ...trend, filters: [{ op: 'any', filters: [{ op: 'all', filters: [condition] }, condition] }] },
    false,
  ],
  ['paths without ends', { kind: 'paths', range }, true],
  ['a statement', { kind: 'sql', sql: 'SELECT 1' }, true],
];
for (const [name, query, isEditable] of cases) {
  test(`${name}: the builder shows it ${isEditable ? 'all' : 'in part'}`, () =>
    expect(isEditableQuery(query)).toBe(isEditable));
}
