import type { RawFrame } from '../grouping/crash-frame.ts';
import type { AtLine } from './at-line.ts';
import { parseAtLines, v8Name } from './parse-v8.ts';
import type { RawStack } from './parsed-stack.ts';
import { readLocation, scriptName } from './script-location.ts';

const offsetPrefix = 'address at ';

/** Hermes: like V8, with offsets into the bytecode (`address at index.android.bundle:1:12345`) and native frames. */
export const parseHermes = (lines: readonly string[]): RawStack => parseAtLines(lines, readHermesFrame);

function readHermesFrame({ name, location }: AtLine): RawFrame {
  if (location === undefined) return readLocation(withoutOffsetPrefix(name));
  if (location === 'native') return { ...scriptName(name), file: 'native' };
  // The column of a bytecode frame is the offset that a source map of the bundle is asked for.
  return { ...scriptName(v8Name(name)), ...readLocation(withoutOffsetPrefix(location)) };
}

export const withoutOffsetPrefix = (text: string): string =>
  text.startsWith(offsetPrefix) ? text.slice(offsetPrefix.length) : text;
