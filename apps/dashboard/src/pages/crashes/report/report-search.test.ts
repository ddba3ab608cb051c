import { expect, test } from 'vitest';
import { readReportSearch } from './report-search.ts';

test('an address names a report, how its stack is shown, and a thread', () => {
  const report = '881c435e-baa8-846d-8921-d0e5ca517a21';
  expect(readReportSearch({ report, stack: 'reported', thread: 2 })).toEqual({ report, stack: 'reported', thread: 2 });
});

test('what is no report and no thread is the newest report and its exception', () => {
  expect(readReportSearch({ report: '../../v1/session', stack: 'x', thread: 'main' })).toEqual({
    report: undefined,
    stack: 'symbols',
    thread: undefined,
  });
  expect(readReportSearch({ thread: -1 }).thread).toBeUndefined();
});
