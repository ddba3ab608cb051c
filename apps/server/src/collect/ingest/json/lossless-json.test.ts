import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLossless, writeLossless } from './lossless-json.ts';

const rewritten = (text: string): string => writeLossless(parseLossless(text));

const cases = [
  { name: 'integers beyond a double keep their digits', text: '{"a":12345678901234567890,"b":-9223372036854775808}' },
  { name: 'integers of 23 digits keep them', text: '[12345678901234567890123]' },
  { name: 'digits inside a text stay a text', text: '{"a":"12345678901234567890"}' },
  { name: 'a long fraction stays a number', text: '[0.12345678901234568]' },
  { name: 'an escaped quote before digits changes nothing', text: String.raw`["\"12345678901234567890"]` },
  { name: 'a surrogate pair stays', text: '["😀"]' },
];
for (const { name, text } of cases) test(`writeLossless: ${name}`, () => expect(rewritten(text)).toBe(text));

const changed = [
  { name: 'a lone high surrogate becomes U+FFFD', text: String.raw`["a\ud800b"]`, expected: '["a\ufffdb"]' },
  { name: 'a lone low surrogate becomes U+FFFD', text: String.raw`["\udc00"]`, expected: '["\ufffd"]' },
  { name: 'two high halves become two', text: String.raw`["\ud800\ud800"]`, expected: '["\ufffd\ufffd"]' },
  { name: 'NULs vanish, also from keys', text: String.raw`{"a\u0000b":"\u0000c"}`, expected: '{"ab":"c"}' },
  {
    name: 'a backslash before u0000 is not an escape',
    text: String.raw`["\\u0000"]`,
    expected: String.raw`["\\u0000"]`,
  },
  { name: 'a number beyond a double becomes null', text: '[1e400,-1e400]', expected: '[null,null]' },
  { name: 'of two equal keys the last stays', text: '{"a":1,"a":2}', expected: '{"a":2}' },
  { name: '__proto__ is data', text: '{"__proto__":{"x":1}}', expected: '{"__proto__":{"x":1}}' },
];
for (const { name, text, expected } of changed) {
  test(`writeLossless: ${name}`, () => expect(JSON.parse(rewritten(text))).toEqual(JSON.parse(expected)));
}

describe('for any JSON', () => {
  test('the value that comes back is the value that went in', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(rewritten(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('any integer, however long, comes back to the digit wherever it stands', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.string(), (integer, key) => {
        const text = `{${JSON.stringify(`k${key}`)}:[${integer},"${integer}",{"deep":${integer}}]}`;
        const clean = writeLossless(parseLossless(text));
        expect(clean).toContain(`[${integer},"${integer}",{"deep":${integer}}]`);
      }),
    );
  });

  test('what was written is well-formed and has no NUL', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (text, odd) => {
        const clean = rewritten(`[${text},${JSON.stringify(odd)}]`);
        expect(clean.isWellFormed()).toBe(true);
        expect(/\\u(?:0000|d[89a-f])/i.test(clean.replaceAll('\\\\', ''))).toBe(false);
      }),
    );
  });
});
