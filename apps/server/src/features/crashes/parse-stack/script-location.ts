import { frameTextLengths, type RawFrame } from '../grouping/crash-frame.ts';
import { cutText } from '../report/cut-text.ts';

type Location = Pick<RawFrame, 'file' | 'line' | 'column'>;

const position = /:(\d{1,10})(?::(\d{1,10}))?$/;

/** Reads `file:line:column`, `file:line` or `file`. */
export function readLocation(text: string): Location {
  const match = position.exec(text);
  if (match === null) return text === '' ? {} : { file: cutText(text, frameTextLengths.file) };
  const file = text.slice(0, match.index);
  return {
    ...(file === '' ? {} : { file: cutText(file, frameTextLengths.file) }),
    line: Number(match[1]),
    ...(match[2] === undefined ? {} : { column: Number(match[2]) }),
  };
}

export const hasPosition = (text: string): boolean => position.test(text);

/** A name that says nothing is none. */
export function scriptName(name: string): { function?: string } {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed === '<anonymous>' || trimmed === 'anonymous' || trimmed === '?') return {};
  return { function: cutText(trimmed, frameTextLengths.function) };
}
