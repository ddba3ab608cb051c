import { expect, test } from 'vitest';
import { breakdownSentence, readPerformanceSearch } from './performance-search.ts';

test('a breakdown is one that the API knows, also by flag and experiment', () => {
  expect(readPerformanceSearch({}).by).toBe('version');
  expect(readPerformanceSearch({ by: 'flag:new_home' }).by).toBe('flag:new_home');
  expect(readPerformanceSearch({ by: 'experiment:x' }).by).toBe('experiment:x');
  expect(readPerformanceSearch({ by: 'weather' }).by).toBe('version');
  expect(readPerformanceSearch({ by: 'flag:' }).by).toBe('version');
});

test('the metric of the address is kept, also when it looks like a number', () => {
  expect(readPerformanceSearch({ metric: 500, type: 'span', tab: 'network' })).toMatchObject({
    metric: '500',
    type: 'span',
    tab: 'network',
  });
});

test('a breakdown can be said', () => {
  expect(breakdownSentence('os')).toBe('by operating system');
  expect(breakdownSentence('flag:a:b')).toBe('by flag a:b');
});
