import { formatPercent } from '../../../design/format/format-number.ts';

/** So many of so many, to two digits that matter: an estimate does not pretend to be a count. */
export function roughly(count: number): number {
  if (count < 20) return Math.round(count);
  const size = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.round(count / size) * size;
}

/** "About 120 of the 410 people who were active in the last 7 days" */
export function estimateWords(percentage: number, active: number | undefined, days: 7 | 30, hasRules: boolean): string {
  if (active === undefined) return '';
  if (active === 0) return `Nobody was active here in the last ${days} days, so there is nothing to estimate from.`;
  const about = roughly((active * percentage) / 100);
  const people = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;
  const share = `About ${about.toLocaleString('en')} of the ${people(active)} who were active in the last ${days} days`;
  const except = hasRules ? ', less those whom a rule above decides' : '';
  return percentage === 0 ? `Nobody: ${formatPercent(0)}.` : `${share}${except}.`;
}
