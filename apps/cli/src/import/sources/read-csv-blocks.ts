import { StringDecoder } from 'node:string_decoder';
import type { Row } from './row.ts';

const DELIMITERS = [',', ';', '\t'] as const;
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

/** Rows of CSV as RFC 4180 describes it, with a header. The delimiter is the one that the header has most of. */
export async function* readCsvBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly Row[]> {
  const decoder = new StringDecoder('utf8');
  const reader = new CsvReader();
  for await (const piece of pieces) {
    const rows = reader.read(decoder.write(piece));
    if (rows.length > 0) yield rows;
  }
  const rows = reader.end(decoder.end());
  if (rows.length > 0) yield rows;
}

/** Keeps what is not a whole record yet. */
class CsvReader {
  #rest = '';
  #line = 1;
  #header: readonly string[] | undefined;
  #delimiter = ',';

  read(text: string): Row[] {
    this.#rest += text;
    const rows: Row[] = [];
    let start = 0;
    for (;;) {
      const end = endOfRecord(this.#rest, start);
      if (end === undefined) break;
      this.#take(this.#rest.slice(start, end), rows);
      start = end + 1;
    }
    this.#rest = this.#rest.slice(start);
    if (this.#rest.length > MAX_RECORD_LENGTH) {
      rows.push({ line: this.#line, text: '', fault: 'a row is longer than 4 MiB: is a quote missing?' });
      this.#line += countLines(this.#rest);
      this.#rest = '';
    }
    return rows;
  }

  end(text: string): Row[] {
    const rows = this.read(text);
    if (this.#rest.trim() !== '') this.#take(this.#rest, rows);
    this.#rest = '';
    return rows;
  }

  #take(record: string, rows: Row[]): void {
    const line = this.#line;
    this.#line += countLines(record) + 1;
    const text = record.endsWith('\r') ? record.slice(0, -1) : record;
    if (text === '') return;
    if (this.#header === undefined) {
      const head = text.replace(/^\uFEFF/, '');
      this.#delimiter = DELIMITERS.toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
      this.#header = splitRecord(head, this.#delimiter).map((name) => name.trim());
      return;
    }
    const cells = splitRecord(text, this.#delimiter);
    if (cells.length > this.#header.length) {
      const fault = `the row has ${cells.length} cells, the header ${this.#header.length}`;
      rows.push({ line, text, fault });
      return;
    }
    const value: Record<string, unknown> = {};
    cells.forEach((cell, index) => {
      value[this.#header?.[index] ?? ''] = typedCell(cell);
    });
    rows.push({ line, text, value });
  }
}

/** The index of the line end that is not inside of quotes; undefined when there is none yet. */
function endOfRecord(text: string, start: number): number | undefined {
  let at = start;
  for (;;) {
    const end = text.indexOf('\n', at);
    if (end < 0) return undefined;
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote > end) return end;
    // A doubled quote closes and opens again, which comes to the same.
    const closing = text.indexOf('"', quote + 1);
    if (closing < 0) return undefined;
    at = closing + 1;
  }
}

function splitRecord(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at);
      cells.push(text.slice(at, end < 0 ? undefined : end));
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    let cell = '';
    let from = at + 1;
    for (;;) {
      const quote = text.indexOf('"', from);
      cell += text.slice(from, quote < 0 ? undefined : quote);
      if (quote < 0) return [...cells, cell];
      if (text[quote + 1] !== '"') {
        at = quote + 1;
        break;
      }
      cell += '"';
      from = quote + 2;
    }
    cells.push(cell);
    if (at >= text.length) return cells;
    at += 1;
  }
}

/** Only what is written as a number is one: 007 and 1e3 stay texts. */
function typedCell(cell: string): unknown {
  if (cell === 'true') return true;
  if (cell === 'false') return false;
  if (/^-?\d/.test(cell) && cell.length <= 16 && String(Number(cell)) === cell) return Number(cell);
  return cell;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
