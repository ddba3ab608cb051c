import { type SegmentPart, WHOLE_SEGMENT } from '../../../collect/loader/segment-part.ts';
import type { LoaderShare } from '../../../control/attempts/attempt-store.ts';

const MASK = (1n << 64n) - 1n;
const MULTIPLIER = 0x9ddfea08eb382d69n;

/**
 * `cityHash64(p)` of ClickHouse, by which a sharded layout finds the shard of a project: with as many loaders as shards,
 * each loader writes to one shard. Which loader a record belongs to must never change, so this must not either.
 */
export function projectHash(projectId: string): bigint {
  const digits = projectId.replaceAll('-', '');
  const [high, low] = [BigInt(`0x${digits.slice(0, 16)}`), BigInt(`0x${digits.slice(16)}`)];
  const sum = (low + 16n) & MASK;
  return mixed(high, ((sum >> 16n) | (sum << 48n)) & MASK) ^ low;
}

function mixed(a: bigint, b: bigint): bigint {
  const first = ((a ^ b) * MULTIPLIER) & MASK;
  const second = ((b ^ first ^ (first >> 47n)) * MULTIPLIER) & MASK;
  return ((second ^ (second >> 47n)) * MULTIPLIER) & MASK;
}

/** What belongs to no project. */
const NO_PROJECT = 0n;

const isOf = ({ loader, loaders }: LoaderShare, hash: bigint): boolean => hash % BigInt(loaders) === BigInt(loader - 1);

/**
 * The records that a loader takes out of a segment: those of its projects, but for what is loaded already. Of a time when
 * there were more or fewer loaders, some of its records may be, and others not.
 */
export function partOf(own: LoaderShare, loaded: readonly LoaderShare[]): SegmentPart {
  if (own.loaders === 1 && loaded.length === 0) return WHOLE_SEGMENT;
  const owns = (hash: bigint): boolean => isOf(own, hash) && !loaded.some((share) => isOf(share, hash));
  const known = new Map<string, boolean>();
  return {
    ownsLosses: owns(NO_PROJECT),
    ownsProject: (projectId) => {
      const isOwn = known.get(projectId) ?? owns(projectHash(projectId));
      known.set(projectId, isOwn);
      return isOwn;
    },
  };
}

/** Rows of its projects, as a condition of ClickHouse. */
export const isOfLoader = ({ loader, loaders }: LoaderShare): string =>
  loaders === 1 ? 'true' : `cityHash64(p) % ${loaders} = ${loader - 1}`;
