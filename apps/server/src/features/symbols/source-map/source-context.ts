import { cutText } from '../../crashes/report/cut-text.ts';
import type { SourceContext } from '../symbolicated-frame.ts';

const linesAround = 5;
const lineLength = 300;

/** The lines around one, which begins with 1; undefined when the text does not have it. */
export function sourceContext(text: string, line: number): SourceContext | undefined {
  const first = Math.max(1, line - linesAround);
  let start = startOfLine(text, first);
  const lines: string[] = [];
  for (let at = first; at <= line + linesAround && start !== undefined; at += 1) {
    const end = text.indexOf('\n', start);
    const whole = text.slice(start, end === -1 ? undefined : end);
    lines.push(cutText(whole.replace(/\r$/, ''), lineLength));
    start = end === -1 ? undefined : end + 1;
  }
  const own = lines[line - first];
  if (own === undefined) return undefined;
  return { before: lines.slice(0, line - first), line: own, after: lines.slice(line - first + 1) };
}

function startOfLine(text: string, line: number): number | undefined {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  return start;
}
