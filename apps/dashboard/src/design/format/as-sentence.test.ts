import { expect, test } from 'vitest';
import { asSentence } from './as-sentence.ts';

test.each([
  ['something went wrong on the server', 'Something went wrong on the server.'],
  ["Couldn't reach the server..", "Couldn't reach the server."],
  [' Is it down? ', 'Is it down?'],
  ['Loading…', 'Loading…'],
  ['', ''],
])('"%s" becomes a sentence', (message, sentence) => {
  expect(asSentence(message)).toBe(sentence);
});
