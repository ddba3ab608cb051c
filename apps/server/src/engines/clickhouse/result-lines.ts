const NEWLINE = 0x0a;
/** Of an error that ClickHouse writes behind rows that were sent already. */
const MAX_ERROR_BYTES = 65_536;

/** A row of the result is longer than anybody can use. */
export class LineTooLong extends Error {
  constructor(maxBytes: number) {
    super(`a row takes more than ${maxBytes} bytes`);
    this.name = 'LineTooLong';
  }
}

/** Lines of a result in a format of one JSON array a line; an error in the middle of it is thrown. */
export async function* resultLines(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let failure = '';
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...rest, piece.subarray(start, end)]).toString('utf8');
      [rest, restBytes, start] = [[], 0, end + 1];
      if (failure === '' && line.startsWith('[')) yield line;
      else if (failure.length < MAX_ERROR_BYTES) failure += `${line}\n`;
    }
    rest.push(piece.subarray(start));
    restBytes += piece.length - start;
    if (restBytes > maxBytes) throw new LineTooLong(maxBytes);
  }
  failure += Buffer.concat(rest).toString('utf8');
  if (failure.trim() !== '') throw statementFailure(failure);
}

const exception = /Code: (?<code>\d+)\. DB::Exception: (?<message>.*?) \((?<type>[A-Z][A-Z0-9_]{2,})\)/s;

/** In the form in which the client has errors of statements. */
function statementFailure(text: string): Error {
  const { code, message, type } = exception.exec(text)?.groups ?? {};
  if (type === undefined) return new Error(`a result that cannot be read: ${text.slice(0, 500)}`);
  return Object.assign(new Error(message), { code, type });
}
