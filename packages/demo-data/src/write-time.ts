import { DAY_MS } from './units.ts';

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const three = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

let lastDay = Number.NaN;
let lastDate = '';

/** `toISOString` for times of which many fall on the same day: the date is written once for all of them. */
export function writeTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== lastDay) {
    lastDay = day;
    lastDate = new Date(day * DAY_MS).toISOString().slice(0, 11);
  }
  const rest = ms - day * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDate}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1000]}Z`;
}
