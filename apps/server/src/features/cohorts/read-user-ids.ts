import { invalidField, limits } from '@lamppost/protocol';

/**
 * User ids out of a CSV: one a line, or those of a column `user_id` where the first line names one. Throws a 400 that
 * names the first wrong line.
 */
export function readUserIds(csv: string): string[] {
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const [head = ''] = lines;
  const titles = readCells(head, 1).map((title) => title.trim().toLowerCase());
  const column = titles.indexOf('user_id');
  if (column === -1 && titles.length > 1) {
    throw wrong(1, 'has several columns, but none is called user_id');
  }
  const ids = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const isHead = index === 0 && column !== -1;
    if (isHead || line.trim() === '') continue;
    const cells = readCells(line, index + 1);
    if (cells.length !== titles.length) {
      throw wrong(index + 1, `has ${cells.length} columns where the first line has ${titles.length}`);
    }
    const id = (cells[Math.max(column, 0)] ?? '').trim();
    if (id === '') throw wrong(index + 1, 'has no user id');
    if (id.length > limits.idLength) throw wrong(index + 1, `has a user id of more than ${limits.idLength} characters`);
    ids.add(id);
  }
  if (ids.size === 0) throw invalidField('csv', 'contains no user id');
  return [...ids];
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
