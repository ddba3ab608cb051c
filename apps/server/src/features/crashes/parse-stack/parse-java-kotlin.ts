import { cutText } from '../report/cut-text.ts';
import { readAtLine } from './at-line.ts';
import { readJavaFrame } from './java-frame.ts';
import { parseAndroidThreads } from './parse-android-threads.ts';
import type { FrameReader, RawException, RawStack } from './parsed-stack.ts';
import { type Header, headerLengths, readHeader } from './read-header.ts';

const exceptionLine = /^(?:Exception in thread "[^"]{0,200}" )?((?:[\w$-]{1,100}\.){1,20}[\w$]{1,200})(?:: (.*))?$/;
const noise = /^(?:FATAL EXCEPTION: |Process: |PID: |--------- )/;
const omitted = /^\.\.\. (\d{1,6}) (?:more|common frames omitted)/;

/** The JVM and Android: causes, suppressed exceptions, frames that a cause shares with what it caused. */
export function parseJavaKotlin(lines: readonly string[]): RawStack {
  const threads = parseAndroidThreads(lines);
  if (threads !== undefined) return threads;
  const exceptions: RawException[] = [];
  let header: string[] = [];
  let frames: FrameReader[] = [];
  let suppressedIndent: number | undefined;
  const finish = () => {
    if (header.length > 0 || frames.length > 0) exceptions.push({ ...readJavaHeader(header), frames });
    header = [];
    frames = [];
  };
  for (const line of lines) {
    const text = line.trimStart();
    const indent = line.length - text.length;
    const isCause = text.startsWith('Caused by: ');
    if (suppressedIndent !== undefined && !(isCause && indent < Math.max(1, suppressedIndent))) continue;
    suppressedIndent = undefined;
    if (text.startsWith('Suppressed: ')) suppressedIndent = indent;
    else if (isCause) {
      finish();
      header.push(text.slice('Caused by: '.length));
    } else {
      const at = readAtLine(line);
      const more = omitted.exec(text);
      if (at?.location !== undefined) frames.push(() => readJavaFrame(at));
      else if (more !== null) frames.push(...shared(exceptions.at(-1)?.frames, Number(more[1])));
      else if (frames.length === 0) header.push(line);
    }
  }
  finish();
  return { exceptions };
}

/** `... 12 more`: the last twelve frames of the exception that this one caused. */
const shared = (enclosing: readonly FrameReader[] = [], count: number): readonly FrameReader[] =>
  count > 0 && count <= enclosing.length ? enclosing.slice(-count) : [];

function readJavaHeader(lines: readonly string[]): Header {
  const said = lines.filter((line) => !noise.test(line.trimStart()));
  const start = said.findIndex((line) => exceptionLine.test(line.trim()));
  if (start === -1) return readHeader(said);
  const match = exceptionLine.exec(said[start]?.trim() ?? '');
  const message = cutText([match?.[2] ?? '', ...said.slice(start + 1)].join('\n').trim(), headerLengths.message);
  return { type: cutText(match?.[1] ?? '', headerLengths.type), ...(message === '' ? {} : { message }) };
}
