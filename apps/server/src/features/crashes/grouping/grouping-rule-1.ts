import type { CrashException, CrashReport } from '../report/crash-report.ts';
import { collapseRecursion } from './collapse-recursion.ts';
import type { GroupingKey } from './grouping-key.ts';
import { type NormalFrame, normaliseFrame } from './normalise-frame.ts';
import { normaliseMessage } from './normalise-message.ts';
import { normaliseType } from './normalise-type.ts';

/** Some engines record ten frames, some a hundred; what stands further out is often the way in, not the bug. */
const framesUsed = 5;

/**
 * Rule 1. The types of the outermost exception and of the root cause, and the innermost frames of the app where it
 * broke: those of the root cause, or of the nearest exception around it that has any. Without frames of the app all
 * frames, without frames the message, without a message the types alone.
 *
 * A published rule never changes: the fingerprints of all groups hang on it. A better one is a new number.
 */
export function groupByRule1(report: CrashReport): GroupingKey {
  const types = typesOf(report);
  const fromRoot = report.exceptions.toReversed().map((exception) => ({
    exception,
    normal: framesOf(exception, report.platform),
  }));
  const inApp = fromRoot.find(({ normal }) => normal.some(isTelling));
  if (inApp !== undefined) return framesKey('in_app_frames', types, inApp.exception, inApp.normal.filter(isTelling));
  const any = fromRoot.find(({ normal }) => normal.length > 0);
  if (any !== undefined) return framesKey('all_frames', types, any.exception, any.normal);
  return messageKey(types, report);
}

/** Frames of which only the image is known cannot tell two bugs apart. */
const isTelling = ({ isInApp, isImageOnly }: NormalFrame): boolean => isInApp && !isImageOnly;

const framesOf = ({ frames }: CrashException, platform: string): readonly NormalFrame[] =>
  frames.flatMap((frame) => normaliseFrame(frame, platform) ?? []);

function typesOf({ exceptionType, exceptions }: CrashReport): readonly string[] {
  const said = [exceptionType, exceptions[0]?.type, exceptions.at(-1)?.type];
  return [...new Set(said.flatMap((type) => (type === undefined ? [] : (normaliseType(type) ?? []))))];
}

function framesKey(
  kind: 'in_app_frames' | 'all_frames',
  types: readonly string[],
  exception: CrashException,
  frames: readonly NormalFrame[],
): GroupingKey {
  const texts = withoutNameless(frames).map(frameText);
  const chosen = collapseRecursion(texts).slice(0, framesUsed);
  return {
    kind,
    parts: [...types.map((type) => `type ${type}`), ...chosen.map((text) => `frame ${text}`)],
    used: [...typeLines(types), ...chosen.map((text) => `Frame ${text}`)],
    frames: exception.frames,
  };
}

/**
 * A minified name is another one in the next build, and whether a function without a name is seen at all depends on
 * the engine. Beside real names such frames count only by their module, where no other frame has it.
 */
function withoutNameless(frames: readonly NormalFrame[]): readonly NormalFrame[] {
  const modules = new Set(frames.filter(({ isNamed }) => isNamed).map(({ module }) => module));
  if (modules.size === 0) return frames;
  return frames.flatMap((frame) => {
    if (frame.isNamed) return [frame];
    const { function: _, ...nameless } = frame;
    return frame.module === undefined || modules.has(frame.module) ? [] : [nameless];
  });
}

function frameText({ module, function: name }: NormalFrame): string {
  if (name === undefined) return module ?? '';
  return module === undefined ? name : `${name} in ${module}`;
}

function messageKey(types: readonly string[], { exceptions, exceptionMessage }: CrashReport): GroupingKey {
  const said = exceptions.at(-1)?.message ?? exceptions[0]?.message ?? exceptionMessage ?? '';
  const message = normaliseMessage(said);
  const parts = types.map((type) => `type ${type}`);
  if (message === '') return { kind: 'type_only', parts, used: typeLines(types), frames: [] };
  return {
    kind: 'message',
    parts: [...parts, `message ${message}`],
    used: [...typeLines(types), `Message ${message}`],
    frames: [],
  };
}

const typeLines = (types: readonly string[]): readonly string[] => types.map((type) => `Type ${type}`);
