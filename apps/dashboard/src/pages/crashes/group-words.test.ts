import { expect, test } from 'vitest';
import { groupingSentence, headlineOf, shortVersion, versionSpan } from './group-words.ts';

test.each([
  [
    'java.lang.IllegalStateException: Fragment not attached',
    'java.lang.IllegalStateException',
    'IllegalStateException',
    'Fragment not attached',
  ],
  ['TypeError: x: is undefined', 'TypeError', 'TypeError', 'x: is undefined'],
  ['EXC_BAD_ACCESS', 'EXC_BAD_ACCESS', 'EXC_BAD_ACCESS', undefined],
  ['Other crashes', null, 'Other crashes', undefined],
])('%s is a type and a message', (title, exception_type, type, message) => {
  expect(headlineOf({ title, exception_type })).toEqual({ type, message });
});

test('one version is said once', () => {
  expect(versionSpan('4.2.0', '4.12.0')).toBe('4.2.0 → 4.12.0');
  expect(versionSpan('4.2.0', '4.2.0')).toBe('4.2.0');
  expect(versionSpan(null, '4.2.0')).toBe('4.2.0');
  expect(versionSpan(null, null)).toBe('–');
});

test('every reason of the grouping rule has a sentence', () => {
  const kinds = ['override', 'in_app_frames', 'all_frames', 'message', 'type_only'];
  expect(new Set(kinds.map(groupingSentence)).size).toBe(kinds.length);
  expect(groupingSentence('by_moon')).toContain('unknown rule');
});

test('a version that is no version fits on a button', () => {
  expect(shortVersion('4.12.0')).toBe('4.12.0');
  expect(shortVersion('<img src=x onerror="alert(1)">')).toHaveLength(25);
});
