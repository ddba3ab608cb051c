import { formatChance } from '../results/result-words.ts';
import { controlKeyOf, primaryMetricOf, type Results } from '../results/results.ts';

/** "blue, 97.2 % to beat control"; nothing while nobody leads. */
export function leadingWords(
  results: Pick<Results, 'decision' | 'leading_variant' | 'metrics' | 'exposures'>,
): string | undefined {
  const { decision, leading_variant: key, metrics, exposures } = results;
  // What cannot be trusted has no leader.
  if (key === null || decision === 'invalid') return undefined;
  if (key === controlKeyOf(exposures)) return `${key} leads`;
  const variants = primaryMetricOf(metrics)?.variants ?? [];
  const chance = variants.find(({ variant_key }) => variant_key === key)?.chance_to_beat ?? null;
  return chance === null ? `${key} leads` : `${key}, ${formatChance(chance)} chance to beat control`;
}
