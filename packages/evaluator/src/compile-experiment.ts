import { bucketsOf, experimentBuckets, isInRanges, layerSeed, poolSeed, variantSeed } from './bucketing.ts';
import { compileAudience } from './compile-audience.ts';
import type { ConditionScope } from './compile-condition.ts';
import { compileHoldout } from './compile-holdout.ts';
import { compileOverrides } from './compile-overrides.ts';
import type { CompiledExperiment, CompiledVariant } from './compiled-experiment.ts';
import { type HashPrefix, type HashSuffix, hashJoined, hashSuffix } from './murmur-hash3.ts';
import { sliceEnds, sliceOf } from './pick-variant.ts';
import type { ExperimentDefinition, LayerShareDefinition, VariantDefinition } from './ruleset.ts';

/** undefined for an experiment that assigns nobody: neither running nor completed with a winner. */
export function compileExperiment(
  definition: ExperimentDefinition,
  scope: ConditionScope,
): CompiledExperiment | undefined {
  const { id, key, unit, status } = definition;
  const variants = definition.variants.map(compileVariant);
  const audience = compileAudience(definition.audience, scope);
  const holdout = definition.holdout ? compileHoldout(definition.holdout) : undefined;
  if (status === 'completed') {
    const winner = variants.find((variant) => variant.key === definition.winner);
    return winner && { id, key, unit, winner, forcedFor: undefined, audience, holdout, variantFor: () => winner };
  }
  if (status !== 'running') return undefined;
  const forcedFor = compileOverrides(definition.overrides ?? [], variants, scope.groups);
  const seed = hashSuffix(variantSeed(id));
  const ends = sliceEnds(definition.variants);
  const withBuckets = (variantFor: CompiledExperiment['variantFor']): CompiledExperiment => {
    return { id, key, unit, winner: undefined, forcedFor, audience, holdout, variantFor };
  };
  if (definition.layer) {
    const isInLayer = compileLayer(definition.layer);
    return withBuckets((identity) =>
      isInLayer(identity) ? variants[sliceOf(ends, bucketOf(identity, seed))] : undefined,
    );
  }
  const pool = hashSuffix(poolSeed(id));
  const poolEnd = bucketsOf(definition.traffic_pct);
  return withBuckets((identity) =>
    bucketOf(identity, pool) < poolEnd ? variants[sliceOf(ends, bucketOf(identity, seed))] : undefined,
  );
}

function compileLayer({ id, ranges }: LayerShareDefinition): (identity: HashPrefix) => boolean {
  if (typeof id !== 'string') throw new Error('the layer has no id');
  const areRanges = Array.isArray(ranges) && ranges.every((range) => Array.isArray(range) && range.every(isNumber));
  if (!areRanges) throw new Error('the ranges of the layer are not pairs of numbers');
  const seed = hashSuffix(layerSeed(id));
  return (identity) => isInRanges(bucketOf(identity, seed), ranges);
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

const bucketOf = (identity: HashPrefix, seed: HashSuffix): number => hashJoined(identity, seed) % experimentBuckets;

const compileVariant = ({ key, payload }: VariantDefinition): CompiledVariant => ({
  key,
  payload: typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? { ...payload } : {},
});
