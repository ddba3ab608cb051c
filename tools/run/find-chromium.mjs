import { existsSync } from 'node:fs';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser as people have it; without any of these Playwright takes its own, or says how to get it. */
export const findChromium = () => process.env.LP_CHROMIUM ?? known.find((path) => existsSync(path));

const shell = '/usr/bin/chromium-headless-shell';

/** Where apps/dashboard/test/harness/find-chromium.ts looks first. */
export const hasHeadlessShell = () => existsSync(shell);

/** The same engine without windows, which opens a page with a fifth of the work; what it lacks is the cache for "back". */
export const findHeadlessShell = () => process.env.LP_CHROMIUM ?? (hasHeadlessShell() ? shell : findChromium());
