export interface Heat {
  /** How much of the heat colour lies over the surface, 0 to 1. */
  readonly alpha: number;
  /** The text needs the colour that is read on a strong ground. */
  readonly isStrong: boolean;
}

/**
 * The square root spreads low shares, where most of retention happens. Between the two bounds neither dark nor
 * light text would be readable, so that no cell has a ground in between; a test holds both grounds to 4.5 : 1.
 */
export const WEAK_MOST = 0.42;
export const STRONG_LEAST = 0.94;
const STRONG_FROM = 60;

export function heatOf(percent: number): Heat {
  const share = Math.min(100, Math.max(0, percent));
  if (share >= STRONG_FROM) {
    return { alpha: STRONG_LEAST + ((share - STRONG_FROM) / (100 - STRONG_FROM)) * (1 - STRONG_LEAST), isStrong: true };
  }
  return { alpha: Math.sqrt(share / STRONG_FROM) * WEAK_MOST, isStrong: false };
}
