import { defineConfig } from '@playwright/test';
import { findChromium } from './test/harness/find-chromium.ts';

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: '../../.stamps/browser-tests',
  globalSetup: './test/harness/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] },
  },
});
