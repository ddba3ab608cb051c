import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';

/** Run by `npm run screenshots`. */
export default defineConfig(tests, {
  testDir: '.',
  testMatch: 'take-screenshots.ts',
  globalSetup: ['../../../../tools/run/build-before-tests.mjs', '../harness/global-setup.ts'],
  metadata: { demoEvents: 200_000 },
  workers: 1,
  timeout: 300_000,
  use: { deviceScaleFactor: 2 },
});
