import { formatCount } from '../../../design/format/format-count.ts';
/** When enough units have come, at today's pace. */
export function daysText(days: number | null, isEnough: boolean): string {
  if (isEnough) return 'Enough units exposed';
  if (days === null) return 'Never reached without traffic';
  if (days > 730) return 'More than two years at current traffic';
  return `${formatCount(days, 'day')} at current traffic`;
}
