import type { BinaryImage, CrashFrame, RawFrame } from '../grouping/crash-frame.ts';

const stackDialects = [
  'v8',
  'hermes',
  'javascriptcore',
  'firefox',
  'java-kotlin',
  'android-native',
  'apple',
  'unknown',
] as const;
export type StackDialect = (typeof stackDialects)[number];

/** Reads a line that is known to be a frame. Put off, because of a long stack most frames are left out. */
export type FrameReader = () => RawFrame;

/** What a dialect's parser reads out of lines. */
export interface RawStack {
  /** The outermost first, each caused by the next. */
  readonly exceptions: readonly RawException[];
  readonly threads?: readonly RawThread[];
  readonly images?: readonly BinaryImage[];
}

export interface RawException {
  readonly type?: string;
  readonly message?: string;
  readonly frames: readonly FrameReader[];
}

export interface RawThread {
  readonly id?: string;
  readonly name?: string;
  readonly isCrashed: boolean;
  readonly frames: readonly FrameReader[];
}

/** The same with frames marked as the app's own or not, and long stacks trimmed. */
export interface ParsedStack {
  readonly dialect: StackDialect;
  readonly exceptions: readonly ParsedException[];
  readonly threads: readonly ParsedThread[];
  readonly images: readonly BinaryImage[];
  /** What was left out, in sentences. */
  readonly notes: readonly string[];
}

interface ParsedException {
  readonly type?: string;
  readonly message?: string;
  readonly frames: readonly CrashFrame[];
  /** How many frames were left out after the first `frameLimits.head`. */
  readonly trimmed?: number;
}

interface ParsedThread {
  readonly id?: string;
  readonly name?: string;
  readonly isCrashed: boolean;
  readonly frames: readonly CrashFrame[];
  readonly trimmed?: number;
}
