import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The shell without windows draws the same pages with a third less work. */
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser that the tests drive. There are no browser tests without one, and that is said. */
export function findChromium(): string {
  const places = [process.env.LP_CHROMIUM ?? '', ...known, chromium.executablePath()];
  const found = places.find((place) => place !== '' && existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: `apt-get install chromium-headless-shell`, anywhere: ' +
      '`npx playwright install chromium`), or name its program in LP_CHROMIUM.',
  );
}
