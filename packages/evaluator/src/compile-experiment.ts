import { experimentBuckets, poolSeed, variantSeed } from './bucketing.ts';
import { type HashPrefix, type HashSuffix, hashJoined, hashSuffix } from './murmur-hash3.ts';
import { sliceEnds, sliceOf } from './pick-variant.ts';
import type { ExperimentDefinition, VariantDefinition } from './ruleset.ts';

export interface CompiledVariant {
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface CompiledExperiment {
  readonly id: string;
  readonly key: string;
  readonly unit: ExperimentDefinition['unit'];
  /** Given to everyone once the experiment is over. */
  readonly winner: CompiledVariant | undefined;
  variantFor(identity: HashPrefix): CompiledVariant | undefined;
}

/** undefined for an experiment that assigns nobody: neither running nor completed with a winner. */
export function compileExperiment(definition: ExperimentDefinition): CompiledExperiment | undefined {
  const { id, key, unit, status } = definition;
  const variants = definition.variants.map(compileVariant);
  if (status === 'completed') {
    const winner = variants.find((variant) => variant.key === definition.winner);
    return winner && { id, key, unit, winner, variantFor: () => winner };
  }
  if (status !== 'running') return undefined;
  const pool = hashSuffix(poolSeed(id));
  const poolEnd = Math.round(definition.traffic_pct * 100);
  const seed = hashSuffix(variantSeed(id));
  const ends = sliceEnds(definition.variants);
  const variantFor = (identity: HashPrefix): CompiledVariant | undefined =>
    bucketOf(identity, pool) < poolEnd ? variants[sliceOf(ends, bucketOf(identity, seed))] : undefined;
  return { id, key, unit, winner: undefined, variantFor };
}

const bucketOf = (identity: HashPrefix, seed: HashSuffix): number => hashJoined(identity, seed) % experimentBuckets;

const compileVariant = ({ key, payload }: VariantDefinition): CompiledVariant => ({
  key,
  payload: typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? { ...payload } : {},
});
