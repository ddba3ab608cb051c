import { cutText } from '../report/cut-text.ts';

export interface Header {
  readonly type?: string;
  readonly message?: string;
}

export const headerLengths = { type: 256, message: 8_192 } as const;

const prefix = /^(?:Uncaught |Unhandled |\(in promise\) |Exception in thread "[^"]{0,200}" |Fatal error: )/;
const typed = /^([A-Za-z_$][\w$.]{0,255})(?: \[[\w-]{1,100}\])?(?:: ?|$)/;
/** Node shows the source line with carets before it shows the error. */
const carets = /^\s*\^+\s*$/;

/** Type and message out of the lines in front of the first frame. */
export function readHeader(lines: readonly string[]): Header {
  const afterCarets = lines.findLastIndex((line) => carets.test(line)) + 1;
  const start = lines.findIndex((line, at) => at >= afterCarets && line.trim() !== '');
  if (start === -1) return {};
  const first = withoutPrefixes(lines[start]?.trim() ?? '');
  const match = typed.exec(first);
  const rest = lines.slice(start + 1);
  if (match === null || !isTypeName(match[1] ?? '', first)) return message([first, ...rest]);
  const said = message([first.slice(match[0].length), ...rest]);
  return { type: cutText(match[1] ?? '', headerLengths.type), ...said };
}

/** `ReferenceError: x` has a type, `Loading chunk failed: x` and `done` have none. */
const isTypeName = (name: string, line: string): boolean =>
  /(?:Error|Exception|Throwable|Rejection|Warning)$/.test(name) || (/^[A-Z$_]/.test(name) && line.length > name.length);

function withoutPrefixes(line: string): string {
  let rest = line;
  for (let turn = 0; turn < 3; turn += 1) rest = rest.replace(prefix, '');
  return rest;
}

function message(lines: readonly string[]): { message?: string } {
  const text = cutText(lines.join('\n').trim(), headerLengths.message);
  return text === '' ? {} : { message: text };
}
