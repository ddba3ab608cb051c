import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? process.env.LP_CHROMIUM;
  return chromium.launch({
    ...options,
    // Without a graphics card one would be emulated, which takes longer than to draw without.
    args: ['--no-sandbox', '--disable-gpu', ...args],
    ...(executablePath && { executablePath }),
  });
}
