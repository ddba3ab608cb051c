import { readAndroidNativeFrame } from './android-native-frame.ts';
import { readAtLine } from './at-line.ts';
import { readJavaFrame } from './java-frame.ts';
import type { FrameReader, RawStack, RawThread } from './parsed-stack.ts';

const threadLine = /^"([^"]{0,200})"(?: daemon)? prio=\d{1,3} tid=(\d{1,9})(?: |$)/;
const reasonLine = /^(?:ANR in |Subject: |Reason: )(.{1,500})/;

/** The dump of all threads that Android writes when an app does not respond; undefined when it is none. */
export function parseAndroidThreads(lines: readonly string[]): RawStack | undefined {
  const threads: { id: string; name: string; frames: FrameReader[] }[] = [];
  let reason: string | undefined;
  for (const line of lines) {
    const text = line.trimStart();
    const thread = threadLine.exec(text);
    if (thread !== null) threads.push({ name: thread[1] ?? '', id: thread[2] ?? '', frames: [] });
    else {
      const frame = readThreadFrame(text);
      if (frame !== undefined) threads.at(-1)?.frames.push(frame);
      else reason ??= reasonLine.exec(text)?.[1];
    }
  }
  if (threads.length === 0) return undefined;
  const main = threads.find(({ name }) => name === 'main') ?? threads[0];
  const all = threads.map((thread): RawThread => ({ ...thread, isCrashed: thread === main }));
  const said = reason === undefined ? {} : { message: reason };
  return { exceptions: [{ type: 'ANR', ...said, frames: main?.frames ?? [] }], threads: all };
}

function readThreadFrame(text: string): FrameReader | undefined {
  const at = readAtLine(text);
  if (at?.location !== undefined) return () => readJavaFrame(at);
  return readAndroidNativeFrame(text.replace(/^native: /, ''));
}
