import { cutText } from '../report/cut-text.ts';
import { readAndroidNativeFrame } from './android-native-frame.ts';
import type { FrameReader, RawStack } from './parsed-stack.ts';
import { headerLengths } from './read-header.ts';

const signalLine = /^signal \d{1,3} \((SIG[A-Z0-9]{1,10})\)(?:, code -?\d{1,9} \(([A-Z_0-9]{1,40})\))?/;
const abortLine = /^Abort message: ['"]?(.{1,1000}?)['"]?$/;

/** Tombstones and other backtraces of native code on Android: `#00 pc 0001a2b4  /…/libstore.so (symbol+20)`. */
export function parseAndroidNative(lines: readonly string[]): RawStack {
  const frames: FrameReader[] = [];
  let type: string | undefined;
  let code: string | undefined;
  let abort: string | undefined;
  for (const line of lines) {
    const text = line.trimStart();
    const frame = readAndroidNativeFrame(text);
    if (frame !== undefined) {
      // Further threads begin anew; the one that broke stands first.
      if (frames.length > 0 && /^#0+\s/.test(text)) break;
      frames.push(frame);
      continue;
    }
    const signal = signalLine.exec(text);
    if (signal !== null) {
      type ??= signal[1];
      code ??= signal[2];
    } else abort ??= abortLine.exec(text)?.[1];
  }
  const message = abort ?? code;
  const said = message === undefined ? {} : { message: cutText(message, headerLengths.message) };
  return { exceptions: [{ ...(type === undefined ? {} : { type }), ...said, frames }] };
}
