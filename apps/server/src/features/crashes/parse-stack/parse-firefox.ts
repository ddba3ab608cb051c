import type { RawFrame } from '../grouping/crash-frame.ts';
import { type AtSignLine, readAtSignLine } from './at-sign-line.ts';
import type { FrameReader, RawStack } from './parsed-stack.ts';
import { readHeader } from './read-header.ts';
import { readLocation, scriptName } from './script-location.ts';

/** `url line 3 > eval:1:1`: the place inside the eval cannot be found again, the one that it stands in can. */
const evaluated = /^(\S+) line (\d{1,10}) > (?:eval|Function|scriptElement|injectedScript)/;

export const parseFirefox = (lines: readonly string[]): RawStack => parseAtSignLines(lines, readFirefoxFrame);

export function parseAtSignLines(lines: readonly string[], readFrame: (line: AtSignLine) => RawFrame): RawStack {
  const header: string[] = [];
  const frames: FrameReader[] = [];
  for (const line of lines) {
    const found = readAtSignLine(line);
    if (found !== undefined) frames.push(() => readFrame(found));
    else if (frames.length === 0) header.push(line);
  }
  return { exceptions: [{ ...readHeader(header), frames }] };
}

function readFirefoxFrame({ name, location }: AtSignLine): RawFrame {
  const made = evaluated.exec(location);
  const place = made === null ? readLocation(location) : { file: made[1] ?? '', line: Number(made[2]) };
  return { ...scriptName(firefoxName(name)), ...place };
}

/** `async*load`, `promise callback*load`, `setTimeout handler*load`: how it came to run, then what runs. */
const firefoxName = (name: string): string => name.slice(name.lastIndexOf('*') + 1);
