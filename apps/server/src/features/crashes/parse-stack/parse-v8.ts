import type { RawFrame } from '../grouping/crash-frame.ts';
import { type AtLine, readAtLine } from './at-line.ts';
import type { FrameReader, RawException, RawStack } from './parsed-stack.ts';
import { readHeader } from './read-header.ts';
import { hasPosition, readLocation, scriptName } from './script-location.ts';

/** Node writes a cause in brackets behind the frames; `Caused by` is what loggers write. */
const cause = /^\s*(?:\[cause\]: |Caused by: )(.*)$/;

/** Chrome, Edge, Node, Deno, and engines that write like them. */
export const parseV8 = (lines: readonly string[]): RawStack => parseAtLines(lines, readV8Frame);

export function parseAtLines(lines: readonly string[], readFrame: (line: AtLine) => RawFrame): RawStack {
  const exceptions: RawException[] = [];
  let header: string[] = [];
  let frames: FrameReader[] = [];
  const finish = () => {
    if (header.length > 0 || frames.length > 0) exceptions.push({ ...readHeader(header), frames });
    header = [];
    frames = [];
  };
  for (const line of lines) {
    const caused = cause.exec(line);
    if (caused !== null && frames.length > 0) {
      finish();
      header.push(caused[1] ?? '');
      continue;
    }
    const at = readAtLine(line);
    if (at !== undefined && isFrame(at)) frames.push(() => readFrame(at));
    else if (frames.length === 0) header.push(line);
  }
  finish();
  return { exceptions };
}

/** A message can have a line that begins with "at"; a frame names a place, or is one word. */
const isFrame = ({ name, location }: AtLine): boolean => {
  if (location !== undefined) return hasPosition(location) || isPlaceWithoutPosition(location);
  return hasPosition(name) || !/\s/.test(name.replace(/^(?:async|new) /, ''));
};

const isPlaceWithoutPosition = (location: string): boolean =>
  /^(?:<anonymous>|native|index \d+|unknown location|eval at .*|wasm:.*|address at .*|[^\s]+)$/.test(location);

function readV8Frame({ name, location }: AtLine): RawFrame {
  if (location === undefined) {
    const place = name.replace(/^async /, '');
    return hasPosition(place) ? readLocation(place) : scriptName(place);
  }
  return { ...scriptName(v8Name(name)), ...v8Location(location) };
}

/** `async` says how it was called, `[as x]` under which name; neither says what it is. */
export function v8Name(name: string): string {
  const alias = name.endsWith(']') ? name.lastIndexOf(' [as ') : -1;
  return (alias === -1 ? name : name.slice(0, alias)).replace(/^async /, '');
}

function v8Location(location: string): RawFrame {
  if (location.startsWith('index ')) return {};
  // Code made by eval: the place of the innermost file that really exists is what can be found again.
  if (location.startsWith('eval at ')) {
    const inner = location.slice(location.lastIndexOf('(') + 1);
    const end = inner.indexOf(')');
    return end === -1 ? { file: '<anonymous>' } : readLocation(inner.slice(0, end));
  }
  return readLocation(location);
}
