import { frameTextLengths, type RawFrame } from '../grouping/crash-frame.ts';
import { cutText } from '../report/cut-text.ts';
import type { FrameReader } from './parsed-stack.ts';

const start = /^\d{1,5}\s{1,9}(?=\S)/;
const address = /\s(0x[0-9a-fA-F]{4,16})(?:\s|$)/;
const unsymbolicated = /^(0x[0-9a-fA-F]{4,16}) \+ (\d{1,15})$/;
const place = /^([^():]{1,300}):(\d{1,9})(?::(\d{1,9}))?$/;
const offset = / \+ (\d{1,15})$/;
const inlined = /^\[inlined\] | \[inlined\]$/;

/** `2   Acme   0x0000000104a3c5d4 closure #1 in Cart.load() + 120 (Cart.swift:42)`, and all its shorter forms. */
export function readAppleFrame(text: string): FrameReader | undefined {
  const head = start.exec(text);
  if (head === null) return undefined;
  const found = address.exec(text);
  if (found === null) return undefined;
  const image = text.slice(head[0].length, found.index);
  return () => readFrame(image.trim(), (found[1] ?? '').toLowerCase(), text.slice(found.index + found[0].length));
}

function readFrame(imageName: string, at: string, symbol: string): RawFrame {
  return {
    ...(imageName === '' || imageName === '???' ? {} : { imageName: cutText(imageName, frameTextLengths.imageName) }),
    address: at,
    ...readSymbol(symbol.trim(), at),
  };
}

function readSymbol(text: string, at: string): RawFrame {
  const raw = unsymbolicated.exec(text);
  if (raw !== null) return { imageAddress: (raw[1] ?? '').toLowerCase() };
  const isInlined = inlined.test(text);
  const { rest, ...source } = takePlace(isInlined ? text.replace(inlined, '').trim() : text);
  const symbol = withoutImage(rest);
  const into = offset.exec(symbol);
  const name = withoutImage(into === null ? symbol : symbol.slice(0, into.index)).trim();
  const isNamed = name !== '' && name !== '<redacted>' && name !== '???';
  return {
    ...(isNamed ? { function: cutText(name, frameTextLengths.function) } : {}),
    ...source,
    ...(isNamed && into !== null ? before(at, into[1] ?? '0') : {}),
    ...(isInlined ? { isInlined } : {}),
  };
}

/** Takes `(Cart.swift:42)` off the end. */
function takePlace(text: string): { rest: string } & Pick<RawFrame, 'file' | 'line' | 'column'> {
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : -1;
  const match = open === -1 ? null : place.exec(text.slice(open + 2, -1));
  if (match === null) return { rest: text };
  const column = match[3] === undefined ? {} : { column: Number(match[3]) };
  // Line 0 is what the compiler writes for code of its own making.
  const line = Number(match[2]) > 0 ? { line: Number(match[2]) } : {};
  return { rest: text.slice(0, open), file: match[1] ?? '', ...line, ...column };
}

/** `atos` writes `(in Acme)` behind the name, other tools behind the offset. */
function withoutImage(name: string): string {
  const at = name.endsWith(')') ? name.lastIndexOf(' (in ') : -1;
  return at === -1 ? name : name.slice(0, at);
}

function before(at: string, distance: string): Pick<RawFrame, 'symbolAddress'> {
  const symbol = BigInt(at) - BigInt(distance);
  return symbol > 0n ? { symbolAddress: `0x${symbol.toString(16)}` } : {};
}
