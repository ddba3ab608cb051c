import { expect, test } from 'vitest';
import { chartSentence, summarizeSeries } from './summarize-series.ts';

const words = { label: 'Active users', formatValue: String, formatTime: (ms: number) => `day ${ms}` };

test('gaps count neither as zero nor as values', () => {
  expect(summarizeSeries({ name: 'a', values: [null, 4, 2, null] }, [1, 2, 3, 4])).toEqual({
    name: 'a',
    sum: 6,
    average: 3,
    min: 2,
    max: 4,
    maxAt: 2,
    first: 4,
    last: 2,
  });
  expect(summarizeSeries({ name: 'a', values: [null] }, [1])).toMatchObject({ sum: 0, average: null, max: null });
});

test('the sentence says from where to where, and the highest', () => {
  expect(chartSentence({ ...words, times: [1, 2, 3], series: [{ name: 'iOS', values: [5, 9, 7] }] })).toBe(
    'Active users, day 1 to day 3. iOS: from 5 to 7, highest 9 on day 2.',
  );
});

test('no data is said, many series are not all read aloud', () => {
  expect(chartSentence({ ...words, times: [], series: [] })).toBe('Active users: no data.');
  expect(chartSentence({ ...words, times: [1], series: [{ name: 'a', values: [null] }] })).toBe(
    'Active users: no data.',
  );
  const many = Array.from({ length: 8 }, (_, index) => ({ name: `s${index}`, values: [index] }));
  expect(chartSentence({ ...words, times: [1], series: many })).toMatch(/And 3 more\.$/);
});
