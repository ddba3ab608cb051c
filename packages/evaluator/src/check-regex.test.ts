import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRegex } from './check-regex.ts';

const allowed = [
  ...['', 'abc', '^abc$', 'a.c', 'a|b', '|a', 'a\\.b', '\\d+', '\\w{2,5}', '\\s?', 'x*?', '(?:ab)+', '(a|b){3}'],
  ...[
    '[a-z0-9_-]+@example\\.com$',
    '[^abc]',
    '[\\]\\-a]',
    '[a\\-z]',
    '[-a]',
    '[a-]',
    '\\bword\\b',
    '\\$\\{x\\}',
    '}',
    ']',
  ],
  ...['a{20}', '(a{20}){30}', '(\\w+\\.)+com', 'é😀', '\\/path', '[\\t-\\r]', 'a{0}', 'a{2,}', 'x'.repeat(512)],
];

const refused: readonly (readonly [string, RegExp])[] = [
  ['(?=a)', /look-around/],
  ['(?!a)', /look-around/],
  ['(?<=a)b', /look-around/],
  ['(?<!a)b', /look-around/],
  ['(?<name>a)', /named groups/],
  ['(?i)a', /flags/],
  ['(?>a)', /look-around/],
  ['(a)\\1', /back-reference/],
  ['\\k<name>', /back-reference/],
  ['a{1001}', /size/],
  ['(a{100}){100}', /size/],
  ['a{500}b{500}', /size/],
  ['a{1,99999999999999999999}', /size/],
  ['(|){1000}', /size/],
  ['x'.repeat(513), /longer/],
  ['('.repeat(40) + ')'.repeat(40), /deeper/],
  ['(a', /not closed/],
  ['a)', /closes nothing/],
  ['[a', /not closed/],
  ['[]', /empty class/],
  ['[^]', /empty class/],
  ['[[:alpha:]]', /within a class/],
  ['[z-a]', /out of order/],
  ['[a-\\d]', /out of order/],
  ['[\\b]', /within a class/],
  ['a{3,2}', /out of order/],
  ['*a', /repeats nothing/],
  ['a|+', /repeats nothing/],
  ['a{', /repeats nothing/],
  ['a**', /repeats a repetition/],
  ['a+++', /repeats a repetition/],
  ['^*', /repeats an assertion/],
  ['\\p{L}', /not every engine/],
  ['\\u0041', /not every engine/],
  ['\\x41', /not every engine/],
  ['\\0', /not every engine/],
  ['\\é', /not every engine/],
  ['a\\', /ends in/],
];

describe('checkRegex', () => {
  for (const pattern of allowed) {
    const shown = pattern.length > 60 ? `${pattern.slice(0, 10)}… (${pattern.length})` : pattern;
    test(`allows ${shown}, which JavaScript compiles too`, () => {
      expect(checkRegex(pattern)).toBeUndefined();
      expect(() => new RegExp(pattern)).not.toThrow();
    });
  }

  for (const [pattern, problem] of refused) {
    const shown = pattern.length > 60 ? `${pattern.slice(0, 10)}… (${pattern.length})` : pattern;
    test(`refuses ${shown}`, () => expect(checkRegex(pattern)).toMatch(problem));
  }

  test('never throws, and whatever it allows compiles', () => {
    const parts = [...'ab1-^$.|()[]{}*+?,:=!<\\é', '\\d', '\\b', '{2}', '{1,3}', '(?:', '(?=', '[a-z]', '[^'];
    const patterns = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(''));
    const check = (pattern: string) => {
      if (checkRegex(pattern) === undefined) new RegExp(pattern);
    };
    fc.assert(fc.property(fc.oneof(patterns, fc.string({ unit: 'binary' })), check), { numRuns: 2000 });
  });
});
