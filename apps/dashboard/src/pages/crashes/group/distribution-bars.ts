import type { ShareItem } from '../../../charts/compare-shares.ts';
import { type Dimension, type Distributions, dimensionWords, type Share } from '../stands-out.ts';

export interface DimensionBars {
  readonly label: string;
  readonly items: readonly ShareItem[];
  /** A flag or experiment whose values crash as often as one another. */
  readonly isQuiet: boolean;
}

const plain = ['app_version', 'os', 'device_model', 'platform', 'country'] as const satisfies readonly Dimension[];
const keyed = ['flag', 'experiment'] as const satisfies readonly Dimension[];
const MAX_KEYS = 6;

/** One list a dimension; of flags and experiments one a key, those that differ most first. */
export function distributionBars(distributions: Distributions): readonly DimensionBars[] {
  const lists = plain.flatMap((dimension) => barsOf(dimensionWords[dimension], distributions[dimension]));
  return [...lists, ...keyed.flatMap((dimension) => keyedBars(dimension, distributions[dimension]))];
}

function keyedBars(dimension: 'flag' | 'experiment', shares: readonly Share[]): readonly DimensionBars[] {
  const keys = new Map<string, Share[]>();
  for (const share of shares) {
    if (share.key === null) continue;
    keys.set(share.key, [...(keys.get(share.key) ?? []), share]);
  }
  return [...keys]
    .filter(([, values]) => values.length > 1)
    .toSorted(([, a], [, b]) => difference(b) - difference(a))
    .slice(0, MAX_KEYS)
    .flatMap(([key, values]) => barsOf(`${dimensionWords[dimension]} ${key}`, values, true));
}

const difference = (shares: readonly Share[]): number =>
  Math.max(...shares.map((share) => share.share_of_crashed - share.share_of_all));

function barsOf(label: string, shares: readonly Share[], mayBeQuiet = false): readonly DimensionBars[] {
  const items = shares
    .filter((share) => share.crashed_sessions > 0)
    .map((share) => ({
      name: share.value ?? '(not set)',
      count: share.crashed_sessions,
      share: share.share_of_crashed,
      shareOfAll: share.share_of_all,
      isOver: (share.over_representation?.lower ?? 0) > 1 && (share.over_representation?.ratio ?? 0) >= 1.5,
    }));
  if (items.length === 0) return [];
  return [{ label, items, isQuiet: mayBeQuiet && !items.some(({ isOver }) => isOver) }];
}
