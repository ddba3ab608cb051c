import type { BinaryImage, CrashFrame } from '../crashes/grouping/crash-frame.ts';
import { markInApp } from '../crashes/grouping/in-app.ts';
import type { CrashReport } from '../crashes/report/crash-report.ts';
import { placeInImage } from './frame-image.ts';
import type { ResolvedStack } from './resolve-stack.ts';
import type { ResolvedFrame, SymbolicatedFrame, SymbolicatedReport } from './symbolicated-frame.ts';

/** What outlines took away and inlining added stays within what a report may have. */
const MAX_FRAMES = 1_000;

/** The report with what was found in place of what was reported; `stacks` as `stacksOf` orders them. */
export function applySymbols(report: CrashReport, stacks: readonly (ResolvedStack | undefined)[]): SymbolicatedReport {
  const framesAt = (frames: readonly CrashFrame[], at: number) => framesOf(frames, stacks[at], report);
  const exceptions = report.exceptions.map((exception, at) => {
    const thrown = stacks[at]?.thrown;
    return { ...exception, ...(thrown === undefined ? {} : { type: thrown }), frames: framesAt(exception.frames, at) };
  });
  const threads = report.threads.map((thread, at) => ({
    ...thread,
    frames: framesAt(thread.frames, report.exceptions.length + at),
  }));
  const [first] = report.exceptions;
  const named = stacks[0]?.thrown;
  const isSameType = named !== undefined && first?.type === report.exceptionType;
  return { ...report, ...(isSameType ? { exceptionType: named } : {}), exceptions, threads };
}

function framesOf(
  frames: readonly CrashFrame[],
  stack: ResolvedStack | undefined,
  { platform, images }: CrashReport,
): readonly SymbolicatedFrame[] {
  const replaced = frames.flatMap((frame, at): readonly ResolvedFrame[] => {
    const resolved = stack?.frames[at] ?? null;
    const { isInApp: _, ...reported } = frame;
    if (resolved === null) return [withImage(reported, images)];
    const said = frame.isSaidInApp === undefined ? {} : { isSaidInApp: frame.isSaidInApp };
    return resolved.map((each, index) => ({ ...each, ...said, ...(index === 0 ? { reported } : {}) }));
  });
  return markInApp(replaced.slice(0, MAX_FRAMES), platform, images) as readonly SymbolicatedFrame[];
}

/** A frame that nothing is known of is shown by its image and how far from its beginning it is. */
function withImage(frame: ResolvedFrame, images: readonly BinaryImage[]): ResolvedFrame {
  if (frame.address === undefined || frame.imageAddress !== undefined) return frame;
  const { loadAddress, image } = placeInImage(frame, images);
  return {
    ...frame,
    ...(loadAddress === undefined ? {} : { imageAddress: loadAddress }),
    ...(frame.imageName !== undefined || image === undefined ? {} : { imageName: image.name }),
  };
}
