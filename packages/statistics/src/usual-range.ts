/** A past value, and where it stands in each season: the finest first, the last is the same for all. */
export interface SeasonalValue {
  readonly value: number;
  /** Such as hour of the week, hour of the day, 0. */
  readonly slots: readonly number[];
}

export interface UsualRangeOptions {
  /** For each season: so many values of the same slot are needed to use it. */
  readonly minSamples: readonly number[];
  /** How many standard deviations the range reaches to each side. */
  readonly width: number;
  /**
   * How values scatter. `count`: at least as a Poisson process does, which is most of it where they are small.
   * `relative`: in proportion to their level. `absolute`: the same at every level, as shares do.
   */
  readonly noise: 'count' | 'relative' | 'absolute';
  /** Of the value that is judged, as far as it comes from the sample it is measured of; such as that of a share. */
  readonly samplingVariance?: number;
}

export interface UsualRange {
  readonly kind: 'ok';
  readonly low: number;
  readonly high: number;
  readonly median: number;
  /** The place of the season that was used, from 0. */
  readonly season: number;
  /** Values of the same slot. */
  readonly samples: number;
}

export interface TooLittleHistory {
  readonly kind: 'too_little_history';
  readonly samples: number;
  /** Of any slot. */
  readonly needed: number;
}

/** Standard deviations to each side, by how much is to be found; docs/guides/alerts.md shows what they lead to. */
export const usualWidths = { low: 5.5, medium: 4.3, high: 3.5 } as const;

/** Turns a median absolute deviation into the standard deviation of a normal distribution. */
const MAD_SCALE = 1.4826;
/** The median of the square of a standard normal variable. */
const MEDIAN_SQUARE = 0.4549;
/** The spread of one slot is averaged with that of all slots, which weighs as much as so many values. */
const POOLED_WEIGHT = 24;
/** Of other numbers than counts, the spread is not taken to be less than this share of the median. */
const MIN_RELATIVE_SPREAD = 0.01;

/**
 * What is usual at a slot: the median of the past values of the same slot, and as much to each side as values scatter.
 *
 * The spread is a scaled median absolute deviation, so that past incidents hardly widen it. Few values are a poor measure
 * of it: it is averaged with that of all slots, and widened by the uncertainty of the median. Counts are compared as
 * square roots (Anscombe 1948), where the noise of a Poisson process is the same at every level and nearly normal.
 */
export function usualRange(
  history: readonly SeasonalValue[],
  slots: readonly number[],
  options: UsualRangeOptions,
): UsualRange | TooLittleHistory {
  const { minSamples, width, noise } = options;
  const isCount = noise === 'count';
  const ofSlot = (season: number) => history.filter((past) => past.slots[season] === slots[season]);
  const season = minSamples.findIndex((min, at) => ofSlot(at).length >= min);
  if (season === -1) return { kind: 'too_little_history', samples: history.length, needed: minSamples.at(-1) ?? 0 };
  const scale = isCount ? squareRoots : plain;
  const own = ofSlot(season).map(({ value }) => scale.to(value));
  const center = median(own);
  const pooled = isCount
    ? 1 + relativeVariance(history, season) * Math.max(0, scale.from(center))
    : pooledVariance(history, season, noise === 'relative') * (noise === 'relative' ? center ** 2 : 1);
  const mixed = (POOLED_WEIGHT * pooled + own.length * varianceOf(own)) / (POOLED_WEIGHT + own.length);
  const least = isCount ? 1 : Math.max(options.samplingVariance ?? 0, (MIN_RELATIVE_SPREAD * center) ** 2);
  const half = width * Math.sqrt(Math.max(mixed, least) * (1 + Math.PI / (2 * own.length)));
  return {
    kind: 'ok',
    low: scale.from(center - half),
    high: scale.from(center + half),
    median: scale.from(center),
    season,
    samples: own.length,
  };
}

const squareRoots = {
  to: (count: number): number => 2 * Math.sqrt(Math.max(0, count) + 3 / 8),
  from: (root: number): number => Math.max(0, (Math.max(0, root) / 2) ** 2 - 3 / 8),
};
const plain = { to: (value: number): number => value, from: (value: number): number => value };

/** By how much counts scatter beyond a Poisson process, as a variance relative to the square of their level. */
function relativeVariance(history: readonly SeasonalValue[], season: number): number {
  const found = groupsOf(history, season).flatMap((group) => {
    const roots = group.map(squareRoots.to);
    const center = median(roots);
    const level = Math.max(1, squareRoots.from(center));
    return roots.map((root) => (((root - center) ** 2 / MEDIAN_SQUARE) * correction(roots.length) - 1) / level);
  });
  return found.length === 0 ? 0 : Math.max(0, median(found));
}

/** `isRelative`: to the square of the level; slots whose median is 0 say nothing of it. */
function pooledVariance(history: readonly SeasonalValue[], season: number, isRelative: boolean): number {
  const squares = groupsOf(history, season).flatMap((group) => {
    const center = median(group);
    if (isRelative && center === 0) return [];
    const unit = isRelative ? center ** 2 : 1;
    return group.map((value) => ((value - center) ** 2 / unit) * correction(group.length));
  });
  return squares.length === 0 ? 0 : MAD_SCALE ** 2 * median(squares);
}

function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const center = median(values);
  return (MAD_SCALE * median(values.map((value) => Math.abs(value - center)))) ** 2 * correction(values.length);
}

/** Values are closer to their own median than to that of what they were drawn from. */
const correction = (samples: number): number => samples / (samples - 1);

/** The values of each slot that has more than one. */
function groupsOf(history: readonly SeasonalValue[], season: number): number[][] {
  const groups = new Map<number, number[]>();
  for (const { value, slots } of history) {
    const slot = slots[season] ?? 0;
    const group = groups.get(slot);
    if (group === undefined) groups.set(slot, [value]);
    else group.push(value);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Of at least one value. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
