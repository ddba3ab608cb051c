import type { BugFrame } from './bug-frame.ts';
import { type Bug, type BugKey, bugs } from './crash-bugs.ts';
import type { Device } from './person.ts';
import type { Random } from './random.ts';
import type { Release } from './releases.ts';
import type { Assignments } from './rules-over-time.ts';
import { writeTime } from './write-time.ts';

export interface CrashFacts {
  readonly bug: BugKey;
  readonly eventId: string;
  readonly device: Device;
  readonly release: Release;
  readonly sessionId: string;
  readonly userId: string | undefined;
  readonly atMs: number;
  readonly assignments: Assignments;
  /** The one that was shown last. */
  readonly screen: string | undefined;
  /** The session's last events: [time, name]. */
  readonly trail: readonly (readonly [atMs: number, name: string])[];
}

/** A body of `POST /v1/crashes/report`. */
export function crashReport(facts: CrashFacts, random: Random): Record<string, unknown> {
  const bug: Bug = bugs[facts.bug];
  const { device, release } = facts;
  const message = bug.message(random);
  const isNative = device.platform === 'ios';
  const imageBase = 0x1_0000_0000 + random.between(0, 0x4000) * 0x4000;
  return {
    event_id: facts.eventId,
    platform: device.platform,
    app_version: release.version,
    build_number: release.build,
    os_version: device.osVersion,
    device_model: device.model.model,
    exception_type: bug.exceptionType,
    exception_message: message,
    stack_trace: {
      frames: bug.frames.map((frame, index) => wireFrame(frame, index, imageBase)),
      exception: { type: bug.exceptionType, message, mechanism: { type: bug.mechanism, handled: false } },
    },
    is_foreground: random.chance(0.96),
    timestamp: writeTime(facts.atMs + device.clockSkewMs),
    ...(facts.screen === undefined ? {} : { screen_name: facts.screen }),
    breadcrumbs: facts.trail.map(([atMs, name]) => ({
      timestamp: writeTime(atMs + device.clockSkewMs),
      category: name.startsWith('$') ? 'navigation' : 'action',
      message: name,
    })),
    active_flags: facts.assignments.flags,
    active_experiments: Object.fromEntries(
      [...facts.assignments.experiments].map(([key, { variantKey }]) => [key, variantKey]),
    ),
    ...(facts.userId === undefined ? {} : { user_id: facts.userId }),
    session_id: facts.sessionId,
    device_id: device.id,
    network_type:
      device.model.type === 'desktop'
        ? 'wifi'
        : random.weighted([
            ['wifi', 62],
            ['5g', 20],
            ['4g', 17],
            ['none', 1],
          ]),
    ...(device.platform === 'web' ? {} : hardware(device, random)),
    ...(isNative
      ? { binary_images: [{ uuid: random.uuid(), name: 'Larder', load_address: hex(imageBase), size: 12_582_912 }] }
      : {}),
  };
}

const hex = (address: number): string => `0x${address.toString(16).padStart(16, '0')}`;

function wireFrame(frame: BugFrame, index: number, imageBase: number): Record<string, unknown> {
  const shared = { index, function: frame.function, is_app_frame: frame.isApp };
  if (frame.image === undefined) {
    const { file, line, column, module } = frame;
    return {
      ...shared,
      file,
      line,
      ...(column === undefined ? {} : { column }),
      ...(module === undefined ? {} : { module }),
    };
  }
  const symbol = imageBase + (frame.isApp ? 0x4_0000 : 0x8000_0000) + frame.function.length * 0x1000;
  return {
    ...shared,
    image_name: frame.image,
    image_address: hex(imageBase),
    symbol_address: hex(symbol),
    raw_address: hex(symbol + (frame.offset ?? 0)),
  };
}

const hardware = ({ model }: Device, random: Random): Record<string, unknown> => ({
  free_memory_mb: Math.round(model.memoryMb * (0.03 + 0.2 * random.share())),
  free_disk_mb: Math.round(random.logNormal(model.age === 'old' ? 3_000 : 24_000, 0.9)),
  battery_level: Math.round((0.08 + 0.92 * random.share()) * 100) / 100,
});
