import { bucketsOf, experimentBuckets, holdoutSeed } from './bucketing.ts';
import { type HashPrefix, type HashSuffix, hashJoined, hashSuffix } from './murmur-hash3.ts';
import type { HoldoutDefinition } from './ruleset.ts';

/** A share of people who are in no experiment. */
export interface CompiledHoldout {
  readonly seed: HashSuffix;
  /** The first bucket that is not in it. */
  readonly end: number;
}

export function compileHoldout({ id, percentage }: HoldoutDefinition): CompiledHoldout {
  if (typeof id !== 'string') throw new Error('the holdout has no id');
  if (typeof percentage !== 'number') throw new Error('the percentage of the holdout is not a number');
  return { seed: hashSuffix(holdoutSeed(id)), end: bucketsOf(percentage) };
}

export const isHeldOut = ({ seed, end }: CompiledHoldout, identity: HashPrefix): boolean =>
  hashJoined(identity, seed) % experimentBuckets < end;
