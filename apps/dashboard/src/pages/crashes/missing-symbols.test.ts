import { expect, test } from 'vitest';
import { missingSentence, symbolsSentence, uploadSearch } from './missing-symbols.ts';

const map = { kind: 'sourcemap', release: '2.4.0', file: 'https://shop.example/app.js', debug_id: null };

test('what is missing is said with what it is for', () => {
  expect(missingSentence(map)).toBe('No source map uploaded for https://shop.example/app.js of version 2.4.0.');
  expect(missingSentence({ kind: 'apple', release: null, file: 'Larder', debug_id: '68cb' })).toBe(
    'No Apple symbol table uploaded for Larder with the id 68cb.',
  );
  expect(missingSentence({ kind: 'proguard', release: '', file: null, debug_id: null })).toBe(
    'No R8 or ProGuard mapping uploaded.',
  );
});

test('the upload form is filled in', () => {
  expect(uploadSearch(map)).toEqual({
    tab: 'symbols',
    kind: 'sourcemap',
    release: '2.4.0',
    file: 'https://shop.example/app.js',
  });
});

test('a stack that needs no symbols says so, one that could not be read too', () => {
  expect(symbolsSentence({ used: [], missing: [], failure: null })).toContain('already symbolicated');
  expect(symbolsSentence({ used: ['x'], missing: [], failure: null })).toBeUndefined();
  expect(symbolsSentence({ used: [], missing: [map], failure: 'took too long' })).toContain('took too long');
});
