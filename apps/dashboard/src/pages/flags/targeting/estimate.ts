import { formatCount } from '../../../design/format/format-count.ts';
/** So many of so many, to two digits that matter: an estimate does not pretend to be a count. */
export function roughly(count: number): number {
  if (count < 20) return Math.round(count);
  const size = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.round(count / size) * size;
}

/** "About 120 of the 410 people who were active in the last 7 days" */
export function estimateWords(percentage: number, active: number | undefined, days: 7 | 30, hasRules: boolean): string {
  if (active === undefined) return '';
  if (active === 0) return `No active users in the last ${days} days, so no estimate.`;
  const about = roughly((active * percentage) / 100);
  const share = `About ${about.toLocaleString('en')} of the ${formatCount(active, 'user')} active in the last ${days} days`;
  const except = hasRules ? ', not counting users matched by a rule above' : '';
  return percentage === 0 ? 'No users' : `${share}${except}.`;
}
