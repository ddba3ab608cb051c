import { formatExactNumber, formatShortNumber } from './format-number.ts';

/** "1 event", "1,234 events", "2 crashes". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatExactNumber(count)} ${count === 1 ? one : many}`;
}

/** "1 event", "12.4 k events". */
export function formatShortCount(count: number | null | undefined, one: string, many = `${one}s`): string {
  return `${formatShortNumber(count)} ${count === 1 ? one : many}`;
}
