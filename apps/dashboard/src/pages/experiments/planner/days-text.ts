/** When enough units have come, at today's pace. */
export function daysText(days: number | null, isEnough: boolean): string {
  if (isEnough) return 'Enough have been exposed already.';
  if (days === null) return 'Without traffic this is never reached.';
  if (days > 730) return 'More than two years at the traffic of the last days.';
  return `${days === 1 ? '1 day' : `${days} days`} at the traffic of the last days.`;
}
