import { expect, test } from 'vitest';
import { countWords, jobStatus, jobTone } from './job-words.ts';
import { firstKept, isShorter, retentionConsequence } from './retention-words.ts';

test('a shorter retention says what goes and that it stays gone, a longer one that nothing comes back', () => {
  expect(retentionConsequence(null, 90)).toContain('more than 90 days ago');
  expect(retentionConsequence(365, 1)).toContain('more than 1 day ago');
  expect(retentionConsequence(90, 365)).toContain("isn't restored");
  expect(retentionConsequence(90, null)).toContain('no longer expires');
  expect(retentionConsequence(90, 90)).toBeUndefined();
  expect([isShorter(null, 5), isShorter(5, null), isShorter(5, 4), isShorter(4, 5)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('whole days of UTC are kept', () => {
  const now = Date.parse('2026-03-10T15:30:00Z');
  expect(new Date(firstKept(3, now)).toISOString()).toBe('2026-03-07T00:00:00.000Z');
});

test('an erasure is done when no file holds it, and hidden before', () => {
  expect(jobStatus({ kind: 'erase_user', status: 'running' })).toContain('Hidden');
  expect(jobStatus({ kind: 'erase_user', status: 'done' })).toContain('Deleted from all files');
  expect(jobStatus({ kind: 'backup', status: 'queued' })).toBe('Queued');
  expect([jobTone({ status: 'done' }), jobTone({ status: 'failed' }), jobTone({ status: 'queued' })]).toEqual([
    'good',
    'bad',
    'warn',
  ]);
});

test('counts of a job are written without what is zero', () => {
  expect(countWords({ events: 1200, crash_reports: 2, metrics: 0 })).toBe('1,200 events, 2 crash reports');
  expect(countWords({ events: 1, crash_reports: 1 })).toBe('1 event, 1 crash report');
  expect(countWords({ events: 0 })).toBe('nothing yet');
});
