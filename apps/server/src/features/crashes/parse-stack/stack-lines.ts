/**
 * How much of a text is looked at. A stack of ten thousand frames is longer, but says nothing in its middle;
 * the end is read because causes, base frames and binary images stand there.
 */
const textLimits = {
  headChars: 262_144,
  tailChars: 65_536,
  headLines: 2_500,
  tailLines: 1_000,
  lineChars: 2_048,
} as const;

export interface StackLines {
  readonly lines: readonly string[];
  /** Whether a part in the middle was not looked at. */
  readonly isPartial: boolean;
}

export function stackLines(text: string): StackLines {
  const { headChars, tailChars, headLines, tailLines } = textLimits;
  const isLong = text.length > headChars + tailChars;
  if (!isLong) {
    const lines = linesOf(unescaped(text));
    if (lines.length <= headLines + tailLines) return { lines: lines.map(cutLine), isPartial: false };
    return { lines: [...lines.slice(0, headLines), ...lines.slice(-tailLines)].map(cutLine), isPartial: true };
  }
  const head = linesOf(unescaped(text.slice(0, headChars)));
  const tail = linesOf(unescaped(text.slice(-tailChars)));
  // The lines at the cut are halves, unless a side has one line only.
  if (head.length > 1) head.pop();
  tail.shift();
  return { lines: [...head.slice(0, headLines), ...tail.slice(-tailLines)].map(cutLine), isPartial: true };
}

const linesOf = (text: string): string[] => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).split('\n');

/** Some senders escape line breaks twice. */
const unescaped = (text: string): string =>
  text.includes('\\n') && !text.includes('\n') ? text.replaceAll('\\n', '\n').replaceAll('\\t', '\t') : text;

/** `01-12 09:00:01.123  4711  4711 E AndroidRuntime: `, and the shorter `E/AndroidRuntime( 4711): `. */
const logcatPrefix =
  /^(?:\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\s{1,9}\d{1,9}\s{1,9}\d{1,9} )?[VDIWEF][ /](?:AndroidRuntime|DEBUG|libc)\s{0,9}(?:\(\s{0,9}\d{1,9}\))?: /;

const cutLine = (line: string): string => line.slice(0, textLimits.lineChars).trimEnd().replace(logcatPrefix, '');
