import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reasonTitle, reasonWords } from './reason-words.ts';

const listOfServer = new URL('../../../../server/src/collect/ingest/screen/reject-reasons.ts', import.meta.url);

test('every reason for which the server refuses an event is explained', () => {
  const reasons = [...readFileSync(listOfServer, 'utf8').matchAll(/^ {2}[a-z_]+: '(.+)',$/gm)].map(
    ([, words]) => words ?? '',
  );
  expect(reasons.length).toBeGreaterThan(15);
  expect(reasons.filter((reason) => reasonWords(reason) === undefined)).toEqual([]);
});

test('codes become titles, sentences stay as they are', () => {
  expect(reasonTitle('body_invalid')).toBe('Body invalid');
  expect(reasonTitle('items must be number')).toBe('items must be number');
  expect(reasonWords('items must be number')).toBeUndefined();
});
