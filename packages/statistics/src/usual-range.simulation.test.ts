import { expect, test } from 'vitest';
import { SeededRandom } from './testing/seeded-random.ts';
import { notify } from './testing/simulate.ts';
import { simulateTraffic } from './testing/simulated-traffic.ts';
import { type SeasonalValue, usualRange, usualWidths } from './usual-range.ts';

type Sensitivity = keyof typeof usualWidths;

const WEEK = 168;
const HISTORY = 6 * WEEK;
const HOURS_OF_MONTH = 730;
const MAX_HOURS = 72;
const isLong = process.env.LP_TORTURE === 'long';
/** Simulated alerts, each over so many weeks, and simulated incidents. */
const ALERTS = isLong ? 40 : 2;
const WEEKS = isLong ? 4 : 2;
const INCIDENTS = isLong ? 60 : 9;
const TIMEOUT_MS = isLong ? 3_600_000 : 60_000;

const sensitivities: readonly Sensitivity[] = ['low', 'medium', 'high'];
const levels = isLong ? [20, 200, 2_000] : [200];

function verdict(traffic: readonly SeasonalValue[], hour: number, sensitivity: Sensitivity): -1 | 0 | 1 {
  const { value, slots } = traffic[hour] as SeasonalValue;
  const options = { minSamples: [4, 7, 48], width: usualWidths[sensitivity], noise: 'count' } as const;
  const range = usualRange(traffic.slice(hour - HISTORY, hour), slots, options);
  if (range.kind !== 'ok') throw new Error('too little history');
  return value > range.high ? 1 : value < range.low ? -1 : 0;
}

/** Of an alert on traffic without incidents. */
function falseAlarmsPerMonth(perHour: number, sensitivity: Sensitivity): number {
  let alarms = 0;
  for (let alert = 1; alert <= ALERTS; alert += 1) {
    const hours = HISTORY + WEEKS * WEEK;
    const traffic = simulateTraffic(new SeededRandom(alert), { perHour, hours, factorAt: () => 1 });
    for (let hour = HISTORY; hour < hours; hour += 1) if (verdict(traffic, hour, sensitivity) !== 0) alarms += 1;
  }
  return (alarms / (ALERTS * WEEKS * WEEK)) * HOURS_OF_MONTH;
}

/** The median over incidents that begin at any hour of the week; MAX_HOURS where most are not found by then. */
function hoursToDetect(perHour: number, factor: number, sensitivity: Sensitivity): number {
  const taken: number[] = [];
  for (let incident = 1; incident <= INCIDENTS; incident += 1) {
    const start = HISTORY + ((incident * 37) % WEEK);
    const traffic = simulateTraffic(new SeededRandom(1_000 + incident), {
      perHour,
      hours: start + MAX_HOURS,
      factorAt: (hour) => (hour >= start ? factor : 1),
    });
    let hour = start;
    while (hour < start + MAX_HOURS - 1 && verdict(traffic, hour, sensitivity) !== Math.sign(factor - 1)) hour += 1;
    taken.push(hour - start + 1);
  }
  return taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? MAX_HOURS;
}

test.each(sensitivities)('sensitivity %s: false alarms are rare', { timeout: TIMEOUT_MS }, (sensitivity) => {
  const found = Object.fromEntries(levels.map((level) => [level, falseAlarmsPerMonth(level, sensitivity)]));
  notify(`false alarms per month, ${sensitivity}`, found);
  const mostOf = { low: 0.1, medium: 0.8, high: 3 };
  for (const perMonth of Object.values(found)) expect(perMonth).toBeLessThanOrEqual(mostOf[sensitivity]);
});

test.each([
  ['-30 %', 0.7, { medium: MAX_HOURS, high: 12 }],
  ['-50 %', 0.5, { medium: 4, high: 2 }],
  ['-90 %', 0.1, { medium: 1, high: 1 }],
  ['+100 %', 2, { medium: 2, high: 1 }],
] as const)('a change of %s is found in time', { timeout: TIMEOUT_MS }, (change, factor, within) => {
  for (const sensitivity of sensitivities) {
    const found = Object.fromEntries(levels.map((level) => [level, hoursToDetect(level, factor, sensitivity)]));
    notify(`hours until ${change} is found, ${sensitivity}`, found);
    if (sensitivity === 'low') continue;
    expect(found[200]).toBeLessThanOrEqual(within[sensitivity]);
  }
});
