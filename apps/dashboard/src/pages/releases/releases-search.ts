import { oneOf } from '../../navigation/use-page-search.ts';

export const releasePlatforms = ['all', 'ios', 'android', 'web', 'backend'] as const;
export type ReleasePlatform = (typeof releasePlatforms)[number];
export const releaseChannels = ['all', 'internal', 'beta', 'canary', 'production'] as const;
type ReleaseChannel = (typeof releaseChannels)[number];
export const releaseStatuses = [
  'all',
  'created',
  'deploying',
  'rolling_out',
  'active',
  'paused',
  'rolled_back',
  'superseded',
] as const;
type ReleaseStatusFilter = (typeof releaseStatuses)[number];

export interface ReleasesSearch {
  readonly platform: ReleasePlatform;
  readonly channel: ReleaseChannel;
  readonly status: ReleaseStatusFilter;
}

export function readReleasesSearch(raw: Readonly<Record<string, unknown>>): ReleasesSearch {
  return {
    platform: oneOf(raw.platform, releasePlatforms, 'all'),
    channel: oneOf(raw.channel, releaseChannels, 'all'),
    status: oneOf(raw.status, releaseStatuses, 'all'),
  };
}
