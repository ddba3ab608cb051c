import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { storedLongInsights } from '../../insights/address/long-insights.ts';
import { writeExplore } from '../../insights/address/write-explore.ts';
import { emptyInsight, emptySeries, type Insight } from '../../insights/insight.ts';
import { readExplore } from './explore-search.ts';
import { noteRecent, readRecent } from './recent-insights.ts';

class MemoryStorage {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}

const hostile: Insight = {
  ...emptyInsight('timeseries'),
  series: [{ ...emptySeries, event: '<img src=x onerror="alert(1)">&q=1#?' }],
};
const long: Insight = { kind: 'sql', sql: `SELECT ${'1, '.repeat(4_000)}1` };

describe('the address', () => {
  const throughAddress = (insight: Insight, storage = new MemoryStorage()) => {
    const address = defaultStringifySearch(writeExplore(insight, storedLongInsights(storage)));
    return { address, read: readExplore(defaultParseSearch(address), storedLongInsights(storage)) };
  };

  test('brings back a query with any name of an event', () => {
    expect(throughAddress(hostile).read).toMatchObject({ tab: 'trends', read: { kind: 'read', insight: hostile } });
  });

  test('brings back an event that is called like a number', () => {
    const insight = { ...emptyInsight('retention'), cohortEvent: '5', returnEvent: 'true' };
    expect(throughAddress(insight).read.read).toEqual({ kind: 'read', insight: insight });
  });

  test('stays short for a long statement, which this browser keeps', () => {
    const { address, read } = throughAddress(long);
    expect(address.length).toBeLessThan(100);
    expect(read).toMatchObject({ tab: 'sql', read: { kind: 'read', insight: long } });
  });

  test('says so where a long statement is not kept', () => {
    const { address } = throughAddress(long);
    const elsewhere = readExplore(defaultParseSearch(address), storedLongInsights(new MemoryStorage()));
    expect(elsewhere.read).toMatchObject({ kind: 'broken', because: expect.stringContaining('too long') });
  });

  test('that somebody has broken says so, and an unknown tab is the first', () => {
    const kept = storedLongInsights(new MemoryStorage());
    expect(readExplore({ tab: 'pie', q: 'x' }, kept)).toMatchObject({ tab: 'trends', read: { kind: 'broken' } });
  });
});

describe('recent queries', () => {
  test('come the latest first, each once, and belong to a project', () => {
    const storage = new MemoryStorage();
    noteRecent(storage, 'p1', hostile, 1);
    noteRecent(storage, 'p1', emptyInsight('paths'), 2);
    noteRecent(storage, 'p1', hostile, 3);
    expect(readRecent(storage, 'p1').map(({ insight, askedAtMs }) => [insight.kind, askedAtMs])).toEqual([
      ['timeseries', 3],
      ['paths', 2],
    ]);
    expect(readRecent(storage, 'p2')).toEqual([]);
  });

  test('are at most twelve', () => {
    const storage = new MemoryStorage();
    for (let n = 0; n < 20; n += 1) noteRecent(storage, 'p', { kind: 'sql', sql: `SELECT ${n}` }, n);
    expect(readRecent(storage, 'p')).toHaveLength(12);
  });

  test('survive what somebody else wrote into their place', () => {
    const storage = new MemoryStorage();
    storage.setItem('lamppost.explore.recent.p', '{"not":');
    expect(readRecent(storage, 'p')).toEqual([]);
    storage.setItem('lamppost.explore.recent.p', '[null, {"kind": "pie", "at": 1}, {"kind": "sql", "q": 5, "at": 1}]');
    expect(readRecent(storage, 'p')).toEqual([]);
    noteRecent(storage, 'p', hostile, 1);
    expect(readRecent(storage, 'p')).toHaveLength(1);
  });
});
