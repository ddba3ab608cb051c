import { defineConfig } from '@playwright/test';
import { findChromium } from './test/harness/find-chromium.ts';

/** They look at every page there is, which takes as long as half of the other tests: `npm run test:pages`. */
const everyPage = ['every-page.spec.ts', 'empty-project.spec.ts', 'hostile.spec.ts'];

export default defineConfig({
  testDir: 'test',
  projects: [
    { name: 'jobs', testMatch: '**/*.spec.ts', testIgnore: everyPage },
    { name: 'every page', testMatch: everyPage },
  ],
  outputDir: '../../.stamps/browser-tests',
  globalSetup: ['../../tools/run/build-before-tests.mjs', './test/harness/global-setup.ts'],
  // Pages wait for the server now and then: two cores have room for a third.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // Nets for what hangs, not goals: machines may be several times slower than ours.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves is drawn frame by frame on the processor that the tests need. Where motion matters, a spec asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      // Without a graphics card one would be emulated, which takes longer than to draw without.
      // A page of tests goes back to the dashboard in the process that it left, where scripts and styles are still read.
      // A test is over before a function that V8 compiled a second and a third time has paid for it.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--process-per-site',
        '--js-flags=--invocation-count-for-maglev=2000 --invocation-count-for-turbofan=20000',
      ],
    },
  },
});
