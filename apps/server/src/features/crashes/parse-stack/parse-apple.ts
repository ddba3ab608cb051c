import type { BinaryImage } from '../grouping/crash-frame.ts';
import { cutText } from '../report/cut-text.ts';
import { readAppleFrame } from './apple-frame.ts';
import { readAppleImage } from './apple-image.ts';
import type { FrameReader, RawException, RawStack, RawThread } from './parsed-stack.ts';
import { headerLengths } from './read-header.ts';

const threadHead = /^Thread (\d{1,5})(?: Crashed)?:{1,2}(?: {1,9}(.{1,200}))?$/;
const threadName = /^Thread (\d{1,5}) name: {0,9}(.{1,200})$/;
const machException = /^Exception Type: {1,40}([A-Z][A-Z_0-9]{1,40})(?: \((.{1,80})\))?/;
const detail = /^(?:Exception Subtype|Termination Reason|Exception Message): {1,40}(.{1,1000})$/;
const uncaught = /uncaught exception '([^']{1,200})'(?:, reason: '?(.{1,4000}))?/;
const swiftTrap = /^(?:[\w./ +-]{1,300}:\d{1,7}: )?Fatal error: (.{1,2000})$/;
const sectionHead = /^(?:Last Exception Backtrace:|Binary Images:|Thread \d{1,5} crashed with )/;

interface Thread {
  readonly id: string;
  readonly isCrashed: boolean;
  readonly name?: string | undefined;
  readonly frames: FrameReader[];
}

/** Crash reports as Apple's tools write them, whole or only a backtrace, symbolicated or not. */
export function parseApple(lines: readonly string[]): RawStack {
  const reading = new AppleReading();
  for (const line of lines) reading.take(line);
  return reading.result();
}

class AppleReading {
  readonly #threads: Thread[] = [];
  readonly #images: BinaryImage[] = [];
  readonly #names = new Map<string, string>();
  readonly #loose: FrameReader[] = [];
  #lastException: FrameReader[] | undefined;
  #frames: FrameReader[] = this.#loose;
  #isInImages = false;
  #type: string | undefined;
  #signal: string | undefined;
  #message: string | undefined;
  #detail: string | undefined;

  take(line: string): void {
    const text = line.trim();
    if (text === '') return;
    if (sectionHead.test(text)) this.#section(text);
    else if (this.#isInImages) this.#image(text);
    else {
      const frame = readAppleFrame(text);
      if (frame !== undefined) this.#frames.push(frame);
      else if (!this.#thread(text)) this.#fact(text);
    }
  }

  result(): RawStack {
    const crashed = this.#threads.find(({ isCrashed }) => isCrashed);
    const frames = [this.#lastException, crashed?.frames, this.#loose, this.#threads[0]?.frames].find(
      (list) => list !== undefined && list.length > 0,
    );
    const type = this.#type ?? this.#signal;
    const message = this.#message ?? this.#detail;
    const exception: RawException = {
      ...(type === undefined ? {} : { type }),
      ...(message === undefined ? {} : { message: cutText(message, headerLengths.message) }),
      frames: frames ?? [],
    };
    const threads = this.#threads.map(({ id, isCrashed, name = this.#names.get(id), frames }): RawThread => {
      return { id, isCrashed, frames, ...(name === undefined ? {} : { name }) };
    });
    return { exceptions: [exception], threads, images: this.#images };
  }

  #section(text: string): void {
    this.#isInImages = text.startsWith('Binary Images');
    if (text.startsWith('Last Exception')) {
      this.#lastException = [];
      this.#frames = this.#lastException;
    }
  }

  #image(text: string): void {
    const image = readAppleImage(text);
    if (image !== undefined) this.#images.push(image);
  }

  #thread(text: string): boolean {
    const named = threadName.exec(text);
    if (named !== null) {
      this.#names.set(named[1] ?? '', (named[2] ?? '').trim());
      return true;
    }
    const head = threadHead.exec(text);
    if (head === null) return false;
    this.#frames = [];
    this.#threads.push({
      id: head[1] ?? '',
      isCrashed: / Crashed:/.test(text),
      name: head[2]?.trim(),
      frames: this.#frames,
    });
    return true;
  }

  #fact(text: string): void {
    const mach = machException.exec(text);
    const thrown = uncaught.exec(text);
    if (mach !== null) this.#signal ??= machType(mach[1] ?? '', mach[2]);
    else if (thrown !== null) {
      this.#type ??= thrown[1];
      this.#message ??= thrown[2]?.replace(/'$/, '');
    } else {
      this.#message ??= swiftTrap.exec(text)?.[1];
      this.#detail ??= detail.exec(text)?.[1];
    }
  }
}

/** `EXC_CRASH` only says that the process ended; the signal says how. */
const machType = (name: string, signal: string | undefined): string =>
  name === 'EXC_CRASH' && signal !== undefined ? signal : name;
