import type { Platform } from './device-models.ts';

export interface Release {
  readonly version: string;
  readonly build: string;
  /** When it went out, in days before the end of the period. */
  readonly daysBeforeEnd: number;
}

/** The release that went wrong: more crashes and slower starts until it was replaced. */
export const badVersion = '4.11.0';

/** Oldest first. About one in two weeks; a repair follows the bad one after four days. */
export const releases: readonly Release[] = (
  [
    ['4.2.0', 4020, 212],
    ['4.3.0', 4031, 184],
    ['4.4.0', 4044, 158],
    ['4.5.0', 4052, 137],
    ['4.6.0', 4063, 116],
    ['4.7.0', 4071, 96],
    ['4.8.0', 4085, 79],
    ['4.8.1', 4087, 71],
    ['4.9.0', 4094, 58],
    ['4.10.0', 4103, 41],
    [badVersion, 4112, 23],
    ['4.11.1', 4115, 19],
    ['4.12.0', 4121, 8],
  ] as const
).map(([version, build, daysBeforeEnd]) => ({ version, build: String(build), daysBeforeEnd }));

export const badReleaseIndex = releases.findIndex(({ version }) => version === badVersion);

/** How someone takes new versions: a place in the staged rollout, and then a delay of their own. */
export interface UpdateHabit {
  readonly platform: Platform;
  /** 0 to 1: stores hand a version out to everybody over a week. */
  readonly stage: number;
  /** Days between being offered a version and having it. */
  readonly delayDays: number;
}

const stagedDays = 7;
/** What a browser has open is reloaded within hours. */
const webDelayDays = 0.3;

/** The release in use at a moment that lies so many days before the end of the period. */
export function releaseInUse(habit: UpdateHabit, daysBeforeEnd: number): number {
  const lag = habit.platform === 'web' ? habit.stage * webDelayDays : habit.stage * stagedDays + habit.delayDays;
  let newest = 0;
  for (let index = 1; index < releases.length; index += 1) {
    const isBad = index === badReleaseIndex;
    // The rollout of the bad one was halted, so the later half of the stages never met it.
    if (isBad && habit.platform !== 'web' && habit.stage > 0.6) continue;
    if ((releases[index] as Release).daysBeforeEnd - lag >= daysBeforeEnd) newest = index;
  }
  return newest;
}
