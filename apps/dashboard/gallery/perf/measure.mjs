/**
 * How long the browser needs for what is heaviest: build the gallery (`npx vite build apps/dashboard/gallery`), then run this
 * file with Node. CHROMIUM names another browser than Debian's.
 * Prints medians of several rounds; nothing is asserted, since a busy machine is no bug.
 */
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const configFile = new URL('../vite.config.ts', import.meta.url).pathname;
const ROUNDS = 9;
const SCROLLS = 120;

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** @param {readonly number[]} values @param {number} at */
const share = (values, at) => values.toSorted((a, b) => a - b)[Math.floor(values.length * at)] ?? 0;

const gallery = await preview({ configFile, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`${gallery.resolvedUrls?.local[0]}#perf`);
await page.locator('#redraw').waitFor();
const inspector = await page.context().newCDPSession(page);
// CPU time of the page's thread: what else runs on the machine does not count.
await inspector.send('Performance.enable', { timeDomain: 'threadTicks' });
const cpuMs = async () => {
  const { metrics } = await inspector.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
};
const cpuAt = [await cpuMs()];

/** @type {number[]} */
const draws = [];
for (let round = 0; round < ROUNDS; round += 1) {
  draws.push(
    await page.evaluate(async () => {
      const start = performance.now();
      document.querySelector('#redraw')?.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - start;
    }),
  );
}

cpuAt.push(await cpuMs());
const moves = await page.evaluate(async (count) => {
  const over = document.querySelector('.u-over');
  if (over === null) throw new Error('There is no chart.');
  const box = over.getBoundingClientRect();
  /** @type {number[]} */
  const times = [];
  for (let step = 0; step < count; step += 1) {
    const start = performance.now();
    over.dispatchEvent(
      new MouseEvent('mousemove', {
        clientX: box.left + (step / count) * box.width,
        clientY: box.top + 50,
        bubbles: true,
      }),
    );
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
  }
  return times;
}, SCROLLS);

cpuAt.push(await cpuMs());
const frames = await page.evaluate(async (count) => {
  const scroller = document.querySelector('[aria-label="Rows"]')?.parentElement;
  if (!scroller) throw new Error('There is no table.');
  /** @type {number[]} */
  const times = [];
  for (let step = 0; step < count; step += 1) {
    const start = performance.now();
    scroller.scrollTop += step % 10 === 9 ? 100_000 : 600;
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
  }
  return times;
}, SCROLLS);

cpuAt.push(await cpuMs());
const sort = await page.evaluate(async () => {
  const head = [...document.querySelectorAll('[aria-label="Rows"] th button')].find(
    (one) => one.textContent === 'Exposures',
  );
  const start = performance.now();
  head?.click();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return performance.now() - start;
});

cpuAt.push(await cpuMs());
/** CPU of a part of the measurement, for each of its rounds. @param {number} part @param {number} rounds */
const cpu = (part, rounds) => ms(((cpuAt[part + 1] ?? 0) - (cpuAt[part] ?? 0)) / rounds);
/** @param {number} value */
const ms = (value) => `${value.toFixed(1)} ms`;
process.stdout.write(
  [
    `chart of 10,000 points × 5, new data to drawn: median ${ms(median(draws))}, slowest ${ms(Math.max(...draws))}, CPU ${cpu(0, ROUNDS)}`,
    `crosshair over it, a frame: median ${ms(median(moves))}, p95 ${ms(share(moves, 0.95))}, CPU ${cpu(1, SCROLLS)}`,
    `table of 100,000 rows, scrolled, a frame: median ${ms(median(frames))}, p95 ${ms(share(frames, 0.95))}, CPU ${cpu(2, SCROLLS)}`,
    `table of 100,000 rows, sorted by a number: ${ms(sort)}, CPU ${cpu(3, 1)}`,
    '',
  ].join('\n'),
);
await browser.close();
await gallery.close();
