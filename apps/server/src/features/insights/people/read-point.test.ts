import { expect, test } from 'vitest';
import type { QueryWithPeople } from './point-reader.ts';
import { readPoint } from './read-point.ts';

const paths = { kind: 'paths', depth: 3, range: { kind: 'relative', last: '7d' }, filters: [] } as const;

test('a number of a query is read', () => {
  const query = paths as unknown as QueryWithPeople;
  expect(readPoint(query, { node: '2:buy' })).toEqual({ node: { step: 1, event: 'buy' } });
  expect(readPoint(query, { source: '1:(other)', target: '2:"(other)"' })).toEqual({
    node: { step: 0, event: null },
    next: { step: 1, event: '(other)' },
  });
});

test('a query that asks for more than is known here is refused, so that nobody else is listed', () => {
  const query = { ...paths, sorted: true } as unknown as QueryWithPeople;
  expect(() => readPoint(query, { node: '2:buy' })).toThrow(/query\.sorted/);
});
