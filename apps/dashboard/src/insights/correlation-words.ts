export interface CorrelationWords {
  /** "↑ odds 3.2 times as high" */
  readonly effect: string;
  readonly confidence: string;
  readonly adjusted: string;
}

/** An odds ratio and a p-value for people who know neither. */
export function correlationWords(row: {
  readonly oddsRatio: number;
  readonly adjustedPValue: number;
}): CorrelationWords {
  const { oddsRatio, adjustedPValue } = row;
  const adjusted = adjustedPValue < 0.001 ? '< 0.001' : adjustedPValue.toFixed(3);
  return { effect: effectOf(oddsRatio), confidence: confidenceOf(adjustedPValue), adjusted };
}

function effectOf(ratio: number): string {
  if (ratio >= 1.05) return `↑ odds × ${timesOf(ratio)}`;
  if (ratio <= 1 / 1.05) return ratio <= 0.001 ? '↓ odds near zero' : `↓ odds ÷ ${timesOf(1 / ratio)}`;
  return 'no difference';
}

const timesOf = (ratio: number): string => (ratio >= 100 ? '100 or more' : ratio.toFixed(1));

function confidenceOf(p: number): string {
  if (p < 0.01) return 'Very unlikely to be chance';
  return p < 0.05 ? 'Unlikely to be chance' : 'Could be chance';
}
