import { formatExactNumber } from './format-number.ts';

/** "1 event", "1,234 events", "2 crashes". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatExactNumber(count)} ${count === 1 ? one : many}`;
}
