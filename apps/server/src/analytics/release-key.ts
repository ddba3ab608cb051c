/** Platforms of releases, and what devices call themselves there. Others belong to no release. */
export const releasePlatformNames = {
  ios: ['ios', 'ipados', 'macos', 'tvos', 'watchos', 'visionos'],
  android: ['android'],
  web: ['web', 'browser'],
  backend: ['server', 'backend', 'node'],
} as const;

export type ReleasePlatformName = keyof typeof releasePlatformNames;

export const MAX_VERSION_LENGTH = 64;

/** Which version of what it is. */
export interface ReleaseKey {
  readonly platform: ReleasePlatformName;
  readonly version: string;
}

/** How a release is written as a value of the dimension `release` (see session-health.ts). */
export const releaseValue = ({ platform, version }: ReleaseKey): string => `${platform} ${version}`;

export function releaseKeyOf(value: string): ReleaseKey {
  const end = value.indexOf(' ');
  return { platform: value.slice(0, end) as ReleasePlatformName, version: value.slice(end + 1) };
}
