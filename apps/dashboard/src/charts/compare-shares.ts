import { formatPercent } from '../design/format/format-number.ts';

export interface ShareItem {
  readonly name: string;
  readonly count: number;
  /** Of the group, 0 to 100. */
  readonly share: number;
  /** Of everything, 0 to 100; null when it is not known. */
  readonly shareOfAll: number | null;
  /** Whether it is over-represented, where somebody has worked that out; a rule of thumb decides when it is not given. */
  readonly isOver?: boolean | undefined;
}

export interface ComparedShare extends ShareItem {
  /** How many times its usual share it has. */
  readonly times: number | null;
  readonly isOver: boolean;
}

/** Fewer are chance more often than not. */
const FEWEST = 5;
const OVER_TIMES = 1.5;
const OVER_POINTS = 5;

/** The largest first. Over-represented is what is much more frequent here than it is everywhere. */
export function compareShares(items: readonly ShareItem[]): ComparedShare[] {
  return items
    .map((item) => {
      const times = item.shareOfAll === null ? null : item.share / item.shareOfAll;
      const looksOver =
        times !== null &&
        item.count >= FEWEST &&
        times >= OVER_TIMES &&
        item.share - (item.shareOfAll ?? 0) >= OVER_POINTS;
      return { ...item, times: Number.isNaN(times) ? null : times, isOver: item.isOver ?? looksOver };
    })
    .sort((a, b) => b.share - a.share);
}

export function shareSentence(label: string, items: readonly ComparedShare[], of: string, ofAll: string): string {
  const [first] = items;
  if (first === undefined) return `${label}: no data.`;
  const over = items.filter((item) => item.isOver);
  if (over.length === 0)
    return `${label}: most are ${first.name}, ${formatPercent(first.share)} of ${of}. No unusual values.`;
  const words = over.map(
    (item) => `${item.name} is ${formatPercent(item.share)} of ${of} and ${formatPercent(item.shareOfAll)} of ${ofAll}`,
  );
  return `${label}: ${words.join('; ')}.`;
}
