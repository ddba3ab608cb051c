import { murmurHash3 } from './murmur-hash3.ts';

/** Moves when identities would fall into other buckets; part of every assignment on the wire. */
export const bucketingVersion = 2;

/** Buckets of a percentage; and of an experiment's pool and variants, of a layer and of a holdout. */
export const rolloutBuckets = 100;
export const experimentBuckets = 10_000;

export const userIdentity = (userId: string | undefined): string | undefined => (userId ? `u:${userId}` : undefined);

export const deviceIdentity = (deviceId: string | undefined): string | undefined =>
  deviceId ? `d:${deviceId}` : undefined;

/** Whom percentages go by: the user when one is known, else the device, else nobody. */
export const identityOf = (userId: string | undefined, deviceId: string | undefined): string | undefined =>
  userIdentity(userId) ?? deviceIdentity(deviceId);

/** What is hashed behind an identity. */
export const rolloutSeed = (ruleOrRolloutId: string): string => `:${ruleOrRolloutId}`;
export const poolSeed = (experimentId: string): string => `:${experimentId}`;
export const variantSeed = (experimentId: string): string => `:variant:${experimentId}`;
export const layerSeed = (layerId: string): string => `:layer:${layerId}`;
export const holdoutSeed = (holdoutId: string): string => `:holdout:${holdoutId}`;

export const rolloutBucket = (identity: string, ruleOrRolloutId: string): number =>
  murmurHash3(identity + rolloutSeed(ruleOrRolloutId)) % rolloutBuckets;

export const poolBucket = (identity: string, experimentId: string): number =>
  murmurHash3(identity + poolSeed(experimentId)) % experimentBuckets;

export const variantBucket = (identity: string, experimentId: string): number =>
  murmurHash3(identity + variantSeed(experimentId)) % experimentBuckets;

export const layerBucket = (identity: string, layerId: string): number =>
  murmurHash3(identity + layerSeed(layerId)) % experimentBuckets;

export const holdoutBucket = (identity: string, holdoutId: string): number =>
  murmurHash3(identity + holdoutSeed(holdoutId)) % experimentBuckets;

/** How many of the 10,000 buckets a percentage is. */
export const bucketsOf = (percentage: number): number => Math.round(percentage * (experimentBuckets / 100));

export type BucketRanges = readonly (readonly [from: number, to: number])[];

export const isInRanges = (bucket: number, ranges: BucketRanges): boolean => {
  for (const [from, to] of ranges) if (bucket >= from && bucket < to) return true;
  return false;
};
