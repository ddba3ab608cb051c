import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

/** Without any of them Playwright takes its own, or says how to get it. */
const known = [process.env.LP_CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = known.find((path) => path !== '' && existsSync(path));
  return chromium.launch({ ...options, args: ['--no-sandbox', ...args], ...(executablePath && { executablePath }) });
}
