import { setImmediate } from 'node:timers/promises';
import { invalidField, limits } from '@lamppost/protocol';

/** About two milliseconds, after which other requests have their turn. */
const LINES_AT_ONCE = 2_000;
/** Far more than a list of users needs. */
const MAX_LINE_LENGTH = 16_384;

/**
 * User ids out of a CSV: one a line, or those of a column `user_id` where the first line names one. Throws a 400 that
 * names the first wrong line.
 */
export async function readUserIds(csv: string): Promise<string[]> {
  const ids = new Set<string>();
  let [number, columns, column] = [0, 1, -1];
  for (const line of linesOf(csv.replace(/^\ufeff/, ''))) {
    number += 1;
    if (number % LINES_AT_ONCE === 0) await setImmediate();
    if (line.length > MAX_LINE_LENGTH) throw wrong(number, `has more than ${MAX_LINE_LENGTH} characters`);
    if (number === 1) {
      const titles = readCells(line, 1).map((title) => title.trim().toLowerCase());
      [columns, column] = [titles.length, titles.indexOf('user_id')];
      if (column === -1 && columns > 1) throw wrong(1, 'has several columns, but none is called user_id');
      if (column !== -1) continue;
    }
    if (line.trim() === '') continue;
    const cells = readCells(line, number);
    if (cells.length !== columns) {
      throw wrong(number, `has ${cells.length} columns where the first line has ${columns}`);
    }
    const id = (cells[Math.max(column, 0)] ?? '').trim();
    if (id === '') throw wrong(number, 'has no user id');
    if (id.length > limits.idLength) throw wrong(number, `has a user id of more than ${limits.idLength} characters`);
    ids.add(id);
  }
  if (ids.size === 0) throw invalidField('csv', 'contains no user id');
  return [...ids];
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

/** RFC 4180, within a line. */
function readCells(line: string, number: number): string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const [whole, quoted, plain] = /^\s*(?:"((?:[^"]|"")*)"\s*|([^",]*))(?=,|$)/.exec(rest) ?? [];
    if (whole === undefined) throw wrong(number, 'has an unclosed quotation mark');
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (whole.length === rest.length) return cells;
    rest = rest.slice(whole.length + 1);
  }
}

const wrong = (line: number, what: string) => invalidField('csv', `line ${line} ${what}`);
