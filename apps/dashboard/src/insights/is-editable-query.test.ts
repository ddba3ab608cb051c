import type { Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { isEditableQuery } from './is-editable-query.ts';

const range = { kind: 'relative' as const, last: '7d' };
const trend: Wire['TimeseriesQuery'] = { kind: 'timeseries', event: 'open', interval: 'day', range };
const condition = { field: 'platform', op: 'eq' as const, value: 'ios' };

const cases: readonly (readonly [name: string, query: Wire['InsightQuery'], isEditable: boolean])[] = [
  ['one event', { ...trend, filters: [condition] }, true],
  ['a regular expression', { ...trend, filters: [{ field: 'platform', op: 'matches', value: '^i' }] }, true],
  ['any event', { ...trend, event: null }, false],
  ['several series', { kind: 'timeseries', series: [{ event: 'open' }], interval: 'day', range }, false],
  ['a comparison', { ...trend, compare: 'previous_year' }, false],
  ['by quarter', { ...trend, interval: 'quarter' }, false],
  ['persons', { ...trend, aggregation: { kind: 'persons' } }, false],
  ['several events', { ...trend, event: ['open', 'view'] }, false],
  ['a group of filters', { ...trend, filters: [{ op: 'any', filters: [condition, condition] }] }, false],
  ['this month', { ...trend, range: { kind: 'current', unit: 'month' } }, false],
  ['the last 45 days', { ...trend, range: { kind: 'relative', last: '45d' } }, false],
  ['steps of one event', { kind: 'funnel', steps: ['a', { event: 'b', filters: [condition] }], range }, true],
  ['a step of any event', { kind: 'funnel', steps: ['a', { event: null }], range }, false],
  ['paths without ends', { kind: 'paths', range }, true],
  ['a statement', { kind: 'sql', sql: 'SELECT 1' }, true],
];
for (const [name, query, isEditable] of cases) {
  test(`${name}: the builder shows it ${isEditable ? 'all' : 'in part'}`, () =>
    expect(isEditableQuery(query)).toBe(isEditable));
}
