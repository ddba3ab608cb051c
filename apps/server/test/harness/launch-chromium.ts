import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env.LP_CHROMIUM;
  return chromium.launch({ ...options, args: ['--no-sandbox', ...args], ...(executablePath && { executablePath }) });
}
