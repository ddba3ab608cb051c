import type { BinaryImage } from '../grouping/crash-frame.ts';
import { markInApp } from '../grouping/in-app.ts';
import { trimFrames } from '../grouping/trim-frames.ts';
import { detectDialect } from './detect-dialect.ts';
import { parseAndroidNative } from './parse-android-native.ts';
import { parseApple } from './parse-apple.ts';
import { parseFirefox } from './parse-firefox.ts';
import { parseHermes } from './parse-hermes.ts';
import { parseJavaKotlin } from './parse-java-kotlin.ts';
import { parseJavascriptcore } from './parse-javascriptcore.ts';
import { parseV8 } from './parse-v8.ts';
import type { FrameReader, ParsedStack, RawStack, StackDialect } from './parsed-stack.ts';
import { readHeader } from './read-header.ts';
import { stackLines } from './stack-lines.ts';

/** More causes than this are a cycle, or a text that is none. */
export const chainLimits = { exceptions: 20, threads: 100, images: 2_000 } as const;

const parsers: Readonly<Record<StackDialect, (lines: readonly string[]) => RawStack>> = {
  v8: parseV8,
  hermes: parseHermes,
  javascriptcore: parseJavascriptcore,
  firefox: parseFirefox,
  'java-kotlin': parseJavaKotlin,
  'android-native': parseAndroidNative,
  apple: parseApple,
  unknown: (lines) => ({ exceptions: [{ ...readHeader(lines), frames: [] }] }),
};

/** Reads a stack that came as text. Never throws; takes linear time, and looks at a bounded part of the text. */
export function parseStack(text: string, platform = ''): ParsedStack {
  const { lines, isPartial } = stackLines(text);
  const dialect = detectDialect(lines, platform);
  const raw = parsers[dialect](lines);
  const notes: string[] = [];
  if (isPartial) notes.push('The stack trace is too long; the middle was omitted.');
  const images = kept(raw.images ?? [], chainLimits.images, 'binary images', notes);
  const finish = <T extends { readonly frames: readonly FrameReader[] }>(stack: T) =>
    withFrames(stack, platform, images, notes);
  return {
    dialect,
    exceptions: keptChain(raw.exceptions, notes).map(finish),
    threads: keptThreads(raw.threads ?? [], notes).map(finish),
    images,
    notes,
  };
}

function withFrames<T extends { readonly frames: readonly FrameReader[] }>(
  stack: T,
  platform: string,
  images: readonly BinaryImage[],
  notes: string[],
) {
  const { kept, trimmed } = trimFrames(stack.frames);
  const frames = markInApp(
    kept.map((read) => read()),
    platform,
    images,
  );
  if (trimmed === 0) return { ...stack, frames };
  notes.push(`${trimmed} frames in the middle of the stack were omitted.`);
  return { ...stack, frames, trimmed };
}

/** Of a long chain the root causes count, and the outermost. */
function keptChain<T>(exceptions: readonly T[], notes: string[]): readonly T[] {
  const tooMany = exceptions.length - chainLimits.exceptions;
  if (tooMany <= 0) return exceptions;
  notes.push(`${tooMany} exceptions in the middle of the cause chain were omitted.`);
  return [...exceptions.slice(0, 1), ...exceptions.slice(1 - chainLimits.exceptions)];
}

/** The thread that crashed is among those that are kept. */
function keptThreads<T extends { readonly isCrashed: boolean }>(threads: readonly T[], notes: string[]): readonly T[] {
  const sorted = threads.length > chainLimits.threads ? crashedFirst(threads) : threads;
  return kept(sorted, chainLimits.threads, 'threads', notes);
}

const crashedFirst = <T extends { readonly isCrashed: boolean }>(threads: readonly T[]): readonly T[] => [
  ...threads.filter(({ isCrashed }) => isCrashed),
  ...threads.filter(({ isCrashed }) => !isCrashed),
];

function kept<T>(list: readonly T[], limit: number, name: string, notes: string[]): readonly T[] {
  if (list.length > limit) notes.push(`${list.length - limit} ${name} were omitted.`);
  return list.slice(0, limit);
}
