import { expect, test } from 'vitest';
import { LineTooLong, resultLines } from './result-lines.ts';

async function* inPieces(text: string, bytes: number): AsyncGenerator<Buffer> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

async function linesOf(text: string, bytes = 3, maxBytes = 1_000): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of resultLines(inPieces(text, bytes), maxBytes)) lines.push(line);
  return lines;
}

test('lines are whole, wherever they were cut', async () => {
  const text = '["ü\u2028"]\n[1, "a"]\n[]\n';
  for (const bytes of [1, 2, 3, 5, 100]) expect(await linesOf(text, bytes)).toEqual(['["ü\u2028"]', '[1, "a"]', '[]']);
  expect(await linesOf('')).toEqual([]);
});

test('an error behind rows that were sent is thrown, as the client throws errors', async () => {
  const message = 'Code: 6. DB::Exception: Cannot parse string: while executing. (CANNOT_PARSE_TEXT) (version 25.3.1)';
  for (const text of [
    `[1]\n${message}\n`,
    `[1]\n${message}`,
    `[1]\n__exception__\r\nabc\r\n${message}\n12 abc\r\n__exception__\r\n`,
  ]) {
    await expect(linesOf(text, 7)).rejects.toMatchObject({ code: '6', type: 'CANNOT_PARSE_TEXT' });
  }
});

test('a result that ends within a row is no result', async () => {
  await expect(linesOf('[1]\n[2')).rejects.toThrow('cannot be read');
});

test('a row that is too long is not gathered', async () => {
  await expect(linesOf(`["${'x'.repeat(5_000)}`, 100, 1_000)).rejects.toBeInstanceOf(LineTooLong);
});
