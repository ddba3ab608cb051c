import { expect, test } from 'vitest';
import { type CodeLanguage, highlight } from './highlight.ts';

const kinds = (code: string, language: CodeLanguage) =>
  highlight(code, language)
    .filter((token) => token.kind !== 'text')
    .map((token) => [token.kind, token.text]);

test.each<[CodeLanguage, string]>([
  ['json', '{"a": [1, true, "x\\"y"], "b": null}'],
  ['sql', "select 'it''s' -- note\nfrom events"],
  ['js', 'const a = `x`; // done\nreturn "é" + 1.5'],
  ['bash', "curl -X POST 'a b' # c\n"],
  ['text', '<script>'],
  ['json', ''],
])('%s: the pieces are the code again', (language, code) => {
  expect(
    highlight(code, language)
      .map((token) => token.text)
      .join(''),
  ).toBe(code);
});

test('names, texts, numbers and words are told apart', () => {
  expect(kinds('{"a": "b", "c": 1.5, "d": true}', 'json')).toEqual([
    ['name', '"a"'],
    ['string', '"b"'],
    ['name', '"c"'],
    ['number', '1.5'],
    ['name', '"d"'],
    ['literal', 'true'],
  ]);
  expect(kinds("SELECT 'from' FROM events", 'sql')).toEqual([
    ['keyword', 'SELECT'],
    ['string', "'from'"],
    ['keyword', 'FROM'],
  ]);
});

test('a text without an end is one piece: what was read for it is never read again', () => {
  expect(kinds(`"${'a\\'.repeat(5_000)}`, 'js')).toHaveLength(1);
  expect(kinds(`'${"''".repeat(4_000)}x`, 'sql')).toHaveLength(1);
  expect(kinds(`"${'x '.repeat(4_000)}`, 'bash')).toHaveLength(1);
  expect(kinds(`"${' :'.repeat(4_000)}`, 'json')).toHaveLength(1);
});

test('what is longer than a snippet stays as it is', () => {
  expect(highlight('1 '.repeat(20_000), 'json')).toHaveLength(1);
});
