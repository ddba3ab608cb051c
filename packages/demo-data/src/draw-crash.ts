import { behaviour } from './behaviour.ts';
import { type BugKey, bugs } from './crash-bugs.ts';
import { videoExperiment, videoTreatment } from './demo-experiments.ts';
import { crashingFlag } from './demo-rules.ts';
import type { DeviceAge, Platform } from './device-models.ts';
import type { Device } from './person.ts';
import type { Random, Weighted } from './random.ts';
import { badReleaseIndex } from './releases.ts';
import type { SessionFacts } from './session-facts.ts';

/** Crashes that are always there, a few of them common. */
const others: Record<Platform, Weighted<BugKey>> = {
  ios: [
    ['forceUnwrap', 52],
    ['couponTypeError', 31],
    ['cookingWatchdog', 17],
  ],
  android: [
    ['fragmentNotAttached', 57],
    ['couponTypeError', 27],
    ['cameraSecurity', 16],
  ],
  web: [
    ['slotsUndefined', 61],
    ['chunkMissing', 33],
    ['storageQuota', 6],
  ],
};
const byAge: Record<DeviceAge, number> = { new: 0.7, middle: 1, old: 1.9 };

/** The bug that ends the session, if one does; `screens` are those that the session has seen. */
export function drawCrash(
  { person, device, release, assignments }: SessionFacts,
  screens: ReadonlySet<string>,
  random: Random,
): BugKey | undefined {
  const { platform, model } = (person.devices[device] ?? person.devices[0]) as Device;
  if (platform !== 'web') {
    const isAndroid = platform === 'android';
    const { on, off } = behaviour.photoCrash;
    if (random.chance(assignments.flags[crashingFlag] === true ? on : off)) {
      return isAndroid ? 'photoOutOfMemory' : 'photoBadAccess';
    }
    if (release === badReleaseIndex && random.chance(behaviour.badReleaseCrash)) {
      return isAndroid ? 'slotsNullPointer' : 'slotsIndexOutOfRange';
    }
  }
  if (random.chance(behaviour.otherCrashes[platform] * byAge[model.age])) {
    return random.weighted(others[platform].filter(([bug]) => screens.has(bugs[bug].screen)));
  }
  const hasVideo = assignments.experiments.get(videoExperiment)?.variantKey === videoTreatment;
  if (!hasVideo || platform === 'web' || !screens.has('recipe') || !random.chance(behaviour.videoCrash))
    return undefined;
  return platform === 'android' ? 'videoCodec' : 'videoPlayerItem';
}
