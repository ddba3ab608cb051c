import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { plural, wasOrWere } from '../../../telemetry/plural.ts';
import { type BinaryImage, frameTextLengths } from '../grouping/crash-frame.ts';
import { chainLimits } from '../parse-stack/parse-stack.ts';
import { headerLengths } from '../parse-stack/read-header.ts';
import { boundValue } from './bound-value.ts';
import type { Breadcrumb, CrashContext, CrashException, CrashReport, CrashThread } from './crash-report.ts';
import { readFrames } from './read-frames.ts';
import { type ReadStack, readStackTrace } from './read-stack-trace.ts';
import { present, ReportMembers } from './report-members.ts';

const reportLimits = {
  threads: chainLimits.threads,
  images: chainLimits.images,
  breadcrumbs: 100,
  breadcrumbLength: 1_024,
  factLength: 256,
  fingerprintParts: 20,
  fingerprintLength: 256,
} as const;

/** Ids of threads are integers beyond a double; as texts they keep their digits. */
const longThreadId = /("thread_id"\s*:\s*)(\d{16,20})(?=\s*[,}])/g;

/** Reads the JSON text of a stored report. */
export const readReportJson = (json: string): CrashReport =>
  readReport(JSON.parse(json.replace(longThreadId, '$1"$2"')));

/** Reads a stored report, whatever is in it. Never throws; what cannot be read is left out and noted. */
export function readReport(value: unknown): CrashReport {
  const report: JsonObject = isJsonObject(value) ? value : {};
  const members = new ReportMembers();
  if (report !== value) members.note('The report is not an object.');
  const platform = members.text(report, 'platform', reportLimits.factLength) ?? '';
  const ownImages = readImages(members.list(report, 'binary_images'), members);
  const stack = readStackTrace(report.stack_trace, platform, ownImages, members);
  const images = ownImages.length > 0 ? ownImages : stack.images;
  const threads = readThreads(members.list(report, 'thread_info'), platform, images, members);
  const named = present({
    exceptionType: members.text(report, 'exception_type', headerLengths.type),
    exceptionMessage: members.text(report, 'exception_message', headerLengths.message),
  });
  const allThreads = threads.length > 0 ? threads : stack.threads;
  return {
    platform,
    ...named,
    ...(stack.dialect === undefined ? {} : { dialect: stack.dialect }),
    exceptions: exceptionsOf(stack, allThreads, named, members),
    threads: allThreads,
    images,
    breadcrumbs: readBreadcrumbs(members.list(report, 'breadcrumbs'), members),
    context: readContext(report, members),
    flags: freeForm(report, 'active_flags', members),
    experiments: freeForm(report, 'active_experiments', members),
    customData: freeForm(report, 'custom_data', members),
    ...readFingerprint(report.fingerprint, members),
    notes: members.notes,
  };
}

/** Without frames of its own an exception has those of the thread that crashed; what it does not say, the report does. */
function exceptionsOf(
  stack: ReadStack,
  threads: readonly CrashThread[],
  { exceptionType, exceptionMessage }: { exceptionType?: string; exceptionMessage?: string },
  members: ReportMembers,
): readonly CrashException[] {
  const [first, ...causes] = stack.exceptions;
  const outermost: CrashException = {
    ...(exceptionType === undefined ? {} : { type: exceptionType }),
    ...(exceptionMessage === undefined ? {} : { message: exceptionMessage }),
    ...(first ?? { frames: [] }),
  };
  const hasFrames = [outermost, ...causes].some(({ frames }) => frames.length > 0);
  const crashed = hasFrames ? undefined : threads.find(({ isCrashed, frames }) => isCrashed && frames.length > 0);
  if (crashed === undefined) return [outermost, ...causes];
  members.note('The stack has no frames; those of the crashed thread are used.');
  const { frames, trimmed } = crashed;
  return [{ ...outermost, frames, ...(trimmed === undefined ? {} : { trimmed }) }, ...causes];
}

const omitted = (count: number, noun: string): string => `${plural(count, noun)} ${wasOrWere(count)} omitted.`;

function readThreads(
  list: readonly unknown[],
  platform: string,
  images: readonly BinaryImage[],
  members: ReportMembers,
): readonly CrashThread[] {
  const objects = list.filter(isJsonObject);
  const crashed = objects.findIndex(({ is_crashed }) => is_crashed === true);
  const kept = objects.filter((_, at) => at < reportLimits.threads || at === crashed);
  if (kept.length < list.length) members.note(omitted(list.length - kept.length, 'thread'));
  return kept.map((thread) => ({
    ...present({
      id: members.text(thread, 'thread_id', reportLimits.factLength),
      name: members.text(thread, 'name', reportLimits.factLength),
    }),
    isCrashed: thread.is_crashed === true,
    ...readFrames(members.list(thread, 'frames'), platform, images, members),
  }));
}

function readImages(list: readonly unknown[], members: ReportMembers): readonly BinaryImage[] {
  const kept = list.slice(0, reportLimits.images);
  if (kept.length < list.length) members.note(omitted(list.length - kept.length, 'binary image'));
  return kept.filter(isJsonObject).flatMap((image): BinaryImage[] => {
    const path = members.text(image, 'name', frameTextLengths.file);
    if (path === undefined) return [];
    const facts = present({
      path: path.includes('/') ? path : undefined,
      uuid: members.text(image, 'uuid', reportLimits.factLength)?.replaceAll('-', '').toLowerCase(),
      loadAddress: members.text(image, 'load_address', reportLimits.factLength),
      size: members.count(image, 'size'),
    });
    return [{ name: path.slice(path.lastIndexOf('/') + 1), ...facts }];
  });
}

/** The last ones: they are nearest to the crash. */
function readBreadcrumbs(list: readonly unknown[], members: ReportMembers): readonly Breadcrumb[] {
  const kept = list.slice(-reportLimits.breadcrumbs);
  if (kept.length < list.length) members.note(omitted(list.length - kept.length, 'breadcrumb'));
  const crumbs = kept.filter(isJsonObject);
  const rests = restsOf(crumbs, members);
  return crumbs.map((crumb, at) =>
    present({
      timestamp: members.text(crumb, 'timestamp', reportLimits.factLength),
      category: members.text(crumb, 'category', reportLimits.factLength),
      message: members.text(crumb, 'message', reportLimits.breadcrumbLength),
      rest: rests[at],
    }),
  );
}

/** What breadcrumbs say beyond what all of them do; bounded together, those nearest to the crash first. */
function restsOf(crumbs: readonly JsonObject[], members: ReportMembers): readonly (JsonObject | undefined)[] {
  const rests = crumbs.map(({ timestamp: _, category: __, message: ___, ...rest }) => rest);
  const { value, isCut } = boundValue({ rests: rests.toReversed() });
  if (isCut) members.note('breadcrumbs are too large; part of their data was omitted.');
  const bounded = (value.rests as readonly JsonObject[]).toReversed();
  return bounded.map((rest) => (Object.keys(rest).length === 0 ? undefined : rest));
}

function readContext(report: JsonObject, members: ReportMembers): CrashContext {
  const fact = (name: string) => members.text(report, name, reportLimits.factLength);
  return present({
    appVersion: fact('app_version'),
    buildNumber: fact('build_number'),
    osVersion: fact('os_version'),
    deviceModel: fact('device_model'),
    screenName: fact('screen_name'),
    networkType: fact('network_type'),
    userId: fact('user_id'),
    sessionId: fact('session_id'),
    deviceId: fact('device_id'),
    timestamp: fact('timestamp'),
    isForeground: members.boolean(report, 'is_foreground'),
    freeMemoryMb: members.number(report, 'free_memory_mb'),
    freeDiskMb: members.number(report, 'free_disk_mb'),
    batteryLevel: members.number(report, 'battery_level'),
  });
}

function freeForm(report: JsonObject, name: string, members: ReportMembers): JsonObject {
  const object = members.object(report, name);
  if (object === undefined) return {};
  const { value, isCut } = boundValue(object);
  if (isCut) members.note(`${name} is too large; part of it was omitted.`);
  return value;
}

function readFingerprint(value: unknown, members: ReportMembers): { fingerprint?: readonly string[] } {
  if (value === undefined || value === null) return {};
  const list = Array.isArray(value) ? value : [value];
  const texts = list.slice(0, reportLimits.fingerprintParts).flatMap((part) => {
    const text = typeof part === 'number' ? String(part) : part;
    return typeof text === 'string' && text.trim() !== '' ? [text.slice(0, reportLimits.fingerprintLength)] : [];
  });
  if (texts.length < list.length) members.note('Fingerprint parts that are not strings were ignored.');
  return texts.length === 0 ? {} : { fingerprint: texts };
}
