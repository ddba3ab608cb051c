import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { SymbolicatedFrame, SymbolicatedReport } from '../symbols/symbolicated-frame.ts';
import type { Symbolication } from '../symbols/symbolicator.ts';
import type { BinaryImage, RawFrame } from './grouping/crash-frame.ts';
import type { StoredCrashReport } from './queries/crash-groups.ts';
import type { CrashContext } from './report/crash-report.ts';

/** A report as the wire shows it. */
export function crashReportRow(
  { id, crashId, happenedAtMs, receivedAtMs }: StoredCrashReport,
  groupId: string | null,
  { report, used, missing, failure }: Symbolication,
) {
  return {
    id,
    crash_id: crashId,
    group_id: groupId,
    timestamp: isoTime(happenedAtMs),
    received_at: isoTime(receivedAtMs),
    platform: report.platform,
    exceptions: report.exceptions.map(({ frames, ...rest }) => ({ ...rest, frames: frames.map(frameRow) })),
    threads: report.threads.map(threadRow),
    breadcrumbs: report.breadcrumbs.map(({ rest, ...crumb }) => ({ ...crumb, ...rest })),
    context: contextRow(report.context),
    active_flags: report.flags,
    active_experiments: report.experiments,
    custom_data: report.customData,
    binary_images: report.images.map(imageRow),
    symbols: {
      used,
      missing: missing.map(({ debugId, ...rest }) => ({ ...rest, debug_id: debugId })),
      failure: failure ?? null,
    },
    notes: report.notes,
  };
}

function threadRow({ id, name, isCrashed, frames, trimmed }: SymbolicatedReport['threads'][number]) {
  return { ...omitUndefined({ id, name, trimmed }), is_crashed: isCrashed, frames: frames.map(frameRow) };
}

function frameRow({ reported, context, alternatives, isInApp, ...frame }: SymbolicatedFrame) {
  return {
    ...rawFrameRow(frame),
    is_app_frame: isInApp,
    ...(reported === undefined ? {} : { reported: rawFrameRow(reported) }),
    ...omitUndefined({ source: context, alternatives }),
  };
}

const rawFrameRow = (frame: RawFrame) =>
  omitUndefined({
    function: frame.function,
    module: frame.module,
    file: frame.file,
    line: frame.line,
    column: frame.column,
    image_name: frame.imageName,
    address: frame.address,
    is_inlined: frame.isInlined,
  });

const imageRow = ({ name, path, uuid, loadAddress, size }: BinaryImage) =>
  omitUndefined({ name, path, uuid, load_address: loadAddress, size });

const contextRow = (context: CrashContext) =>
  omitUndefined({
    app_version: context.appVersion,
    build_number: context.buildNumber,
    os_version: context.osVersion,
    device_model: context.deviceModel,
    screen_name: context.screenName,
    network_type: context.networkType,
    user_id: context.userId,
    session_id: context.sessionId,
    device_id: context.deviceId,
    is_foreground: context.isForeground,
    free_memory_mb: context.freeMemoryMb,
    free_disk_mb: context.freeDiskMb,
    battery_level: context.batteryLevel,
  });
