import { existsSync } from 'node:fs';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser as people have it; without any of these Playwright takes its own, or says how to get it. */
export const findChromium = () => process.env.LP_CHROMIUM ?? known.find((path) => existsSync(path));

/** Where apps/dashboard/test/harness/find-chromium.ts looks first. */
export const hasHeadlessShell = () => existsSync('/usr/bin/chromium-headless-shell');
