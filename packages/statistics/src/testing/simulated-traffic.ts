import type { SeasonalValue } from '../usual-range.ts';
import type { SeededRandom } from './seeded-random.ts';

const HOURS_OF_WEEK = 168;
/** Every hour scatters by this much beside the noise of counting, and every day as a whole. */
const HOUR_NOISE = 0.08;
const DAY_NOISE = 0.05;

/** Counts of an app by the hour: quiet nights, busy evenings, other weekends. `perHour` is the average. */
export function simulateTraffic(
  random: SeededRandom,
  { perHour, hours, factorAt }: { perHour: number; hours: number; factorAt: (hour: number) => number },
): SeasonalValue[] {
  let dayFactor = 1;
  return Array.from({ length: hours }, (_, hour) => {
    if (hour % 24 === 0) dayFactor = Math.exp(DAY_NOISE * random.normal());
    const noise = dayFactor * Math.exp(HOUR_NOISE * random.normal());
    const expected = perHour * seasonOf(hour) * noise * factorAt(hour);
    return { value: poisson(random, expected), slots: [hour % HOURS_OF_WEEK, hour % 24, 0] };
  });
}

function seasonOf(hour: number): number {
  const day = 1 - 0.7 * Math.cos(((hour % 24) - 3) * (Math.PI / 12));
  const isWeekend = Math.floor(hour / 24) % 7 >= 5;
  return day * (isWeekend ? 0.75 : 1.1);
}

/** Knuth's method for small means; a rounded normal for others. */
function poisson(random: SeededRandom, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
  const end = Math.exp(-mean);
  let count = 0;
  for (let product = random.uniform(); product > end; product *= random.uniform()) count += 1;
  return count;
}
