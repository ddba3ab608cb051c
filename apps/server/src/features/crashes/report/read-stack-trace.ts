import { isJsonObject } from '@lamppost/protocol';
import type { BinaryImage } from '../grouping/crash-frame.ts';
import { parseStack } from '../parse-stack/parse-stack.ts';
import type { StackDialect } from '../parse-stack/parsed-stack.ts';
import { headerLengths } from '../parse-stack/read-header.ts';
import type { CrashException, CrashThread } from './crash-report.ts';
import { readFrames } from './read-frames.ts';
import { present, type ReportMembers } from './report-members.ts';

export interface ReadStack {
  readonly dialect?: StackDialect;
  readonly exceptions: readonly CrashException[];
  readonly threads: readonly CrashThread[];
  readonly images: readonly BinaryImage[];
}

/** Reads `stack_trace` in both of its shapes: a text, or frames with the exception beside them. */
export function readStackTrace(
  value: unknown,
  platform: string,
  images: readonly BinaryImage[],
  members: ReportMembers,
): ReadStack {
  if (typeof value === 'string') return readText(value, platform, members);
  if (!isJsonObject(value)) {
    if (value !== undefined && value !== null)
      members.note('stack_trace is neither a string nor an object and was ignored.');
    return { exceptions: [], threads: [], images: [] };
  }
  const exception = exceptionOf(value, members);
  if (typeof value.frames === 'string') {
    const read = readText(value.frames, platform, members);
    const [outermost = { frames: [] }, ...causes] = read.exceptions;
    return { ...read, exceptions: [{ ...outermost, ...exception }, ...causes] };
  }
  const frames = readFrames(members.list(value, 'frames'), platform, images, members);
  return { exceptions: [{ ...exception, ...frames }], threads: [], images: [] };
}

function readText(text: string, platform: string, members: ReportMembers): ReadStack {
  const { notes, ...parsed } = parseStack(text, platform);
  for (const note of notes) members.note(note);
  return parsed;
}

function exceptionOf(stack: Readonly<Record<string, unknown>>, members: ReportMembers): Omit<CrashException, 'frames'> {
  const exception = members.object(stack, 'exception');
  if (exception === undefined) return {};
  return present({
    type: members.text(exception, 'type', headerLengths.type),
    message: members.text(exception, 'message', headerLengths.message),
    mechanism: isJsonObject(exception.mechanism)
      ? members.text(exception.mechanism, 'type', headerLengths.type)
      : members.text(exception, 'mechanism', headerLengths.type),
  });
}
