import { isJsonObject } from '@lamppost/protocol';
import { plural, wasOrWere } from '../../../telemetry/plural.ts';
import { type BinaryImage, type CrashFrame, frameTextLengths, type RawFrame } from '../grouping/crash-frame.ts';
import { markInApp } from '../grouping/in-app.ts';
import { trimFrames } from '../grouping/trim-frames.ts';
import { withoutOffsetPrefix } from '../parse-stack/parse-hermes.ts';
import { present, type ReportMembers } from './report-members.ts';

const addressLength = 18;

export interface ReadFrames {
  readonly frames: readonly CrashFrame[];
  readonly trimmed?: number;
}

/** Reads frames that came as objects, the innermost first. */
export function readFrames(
  list: readonly unknown[],
  platform: string,
  images: readonly BinaryImage[],
  members: ReportMembers,
): ReadFrames {
  const objects = list.filter(isJsonObject);
  if (objects.length < list.length) members.note('Frames that are not objects were ignored.');
  const { kept, trimmed } = trimFrames(inOrder(objects));
  const frames = markInApp(
    kept.map((frame) => readFrame(frame, members)),
    platform,
    images,
  );
  if (trimmed === 0) return { frames };
  members.note(`${plural(trimmed, 'frame')} in the middle of the stack ${wasOrWere(trimmed)} omitted.`);
  return { frames, trimmed };
}

/** By their index where all have one; senders differ in where they begin, the index does not. */
function inOrder<T extends { readonly index?: unknown }>(frames: readonly T[]): readonly T[] {
  const indexOf = ({ index }: T) => (typeof index === 'number' ? index : Number.NaN);
  const isSorted = frames.every((frame, at) => {
    const previous = frames[at - 1];
    return previous === undefined || !(indexOf(previous) > indexOf(frame));
  });
  if (isSorted || !frames.every((frame) => Number.isFinite(indexOf(frame)))) return frames;
  return frames.toSorted((one, other) => indexOf(one) - indexOf(other));
}

function readFrame(frame: Readonly<Record<string, unknown>>, members: ReportMembers): RawFrame {
  const module = members.text(frame, 'module', frameTextLengths.module);
  const file = members.text(frame, 'file', frameTextLengths.file);
  return present({
    function: withoutModule(members.text(frame, 'function', frameTextLengths.function), module),
    module,
    file: file === undefined ? undefined : withoutOffsetPrefix(file),
    line: members.count(frame, 'line'),
    column: members.count(frame, 'column'),
    imageName: members.text(frame, 'image_name', frameTextLengths.imageName),
    address: members.text(frame, 'raw_address', addressLength),
    imageAddress: members.text(frame, 'image_address', addressLength),
    symbolAddress: members.text(frame, 'symbol_address', addressLength),
    isInlined: members.boolean(frame, 'is_inlined'),
    isSaidInApp: members.boolean(frame, 'is_app_frame'),
  });
}

/** Some senders repeat the class before the method; as a text, the same frame has it once. */
function withoutModule(name: string | undefined, module: string | undefined): string | undefined {
  if (name === undefined || module === undefined) return name;
  return name.startsWith(`${module}.`) && name.length > module.length + 1 ? name.slice(module.length + 1) : name;
}
