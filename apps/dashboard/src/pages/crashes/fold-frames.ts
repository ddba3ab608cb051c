import type { Wire } from '@lamppost/protocol';

export type Report = Wire['CrashReportRow'];
export type Frame = Report['exceptions'][number]['frames'][number];

export interface FrameRun {
  readonly isApp: boolean;
  /** Where it stands in the stack, 0 is the innermost. */
  readonly start: number;
  readonly frames: readonly Frame[];
  /** Code of others between one's own: one line until it is asked for. */
  readonly isFolded: boolean;
}

/** Own frames stand out; runs of library frames fold, but never the innermost frame, which is where it broke. */
export function foldFrames(frames: readonly Frame[]): readonly FrameRun[] {
  const hasOwn = frames.some((frame) => frame.is_app_frame);
  const runs: FrameRun[] = [];
  const add = (start: number, end: number): void => {
    const part = frames.slice(start, end);
    const isApp = part[0]?.is_app_frame === true;
    runs.push({ isApp, start, frames: part, isFolded: hasOwn && !isApp && start > 0 && part.length > 1 });
  };
  let start = 0;
  for (let at = 1; at <= frames.length; at += 1) {
    const isSame = at < frames.length && frames[at]?.is_app_frame === frames[start]?.is_app_frame;
    const isInnermostOfOthers = start === 0 && at === 1 && hasOwn && frames[0]?.is_app_frame === false;
    if (isSame && !isInnermostOfOthers) continue;
    if (at > start) add(start, at);
    start = at;
  }
  return runs;
}

export const hasSymbols = (frames: readonly Frame[]): boolean => frames.some((frame) => frame.reported !== undefined);

/** The stack as it was reported. One reported frame may stand for several: those that were inlined into it. */
export function reportedFrames(frames: readonly Frame[]): readonly Frame[] {
  const raw: Frame[] = [];
  let isInside = false;
  for (const frame of frames) {
    if (frame.reported !== undefined) {
      raw.push({ ...(frame.reported as Partial<Frame>), is_app_frame: frame.is_app_frame });
      isInside = frame.is_inlined === true;
    } else if (isInside) {
      isInside = frame.is_inlined === true;
    } else {
      raw.push(frame);
    }
  }
  return raw;
}

export interface FrameWords {
  readonly name: string;
  readonly place: string | undefined;
}

/** What a frame is called, and where it is. */
export function frameWords(frame: Frame): FrameWords {
  const named = frame.function ?? frame.address ?? (frame.file === undefined ? '(unknown)' : '(anonymous)');
  const isQualified = frame.module !== undefined && frame.function !== undefined && !frame.function.includes('.');
  const place = frame.file ?? frame.image_name ?? (isQualified ? undefined : frame.module);
  const spot = [frame.line, frame.column].filter((part) => part !== undefined).join(':');
  return {
    name: isQualified ? `${frame.module}.${named}` : named,
    place: place === undefined ? undefined : spot === '' ? place : `${place}:${spot}`,
  };
}

/** The stack as a text to be copied. */
export function stackText(exception: Report['exceptions'][number], frames: readonly Frame[]): string {
  const head = [exception.type ?? 'Exception', exception.message].filter((part) => part !== undefined).join(': ');
  const lines = frames.map((frame) => {
    const { name, place } = frameWords(frame);
    return place === undefined ? `    at ${name}` : `    at ${name} (${place})`;
  });
  return [head, ...lines].join('\n');
}
