import { existsSync } from 'node:fs';
import { runStep } from './run-steps.mjs';

/** Where apps/dashboard/test/harness/find-chromium.ts looks first. */
const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Installs Chromium for the browser tests where that can be done without asking: as root of a Debian, which is what
 * containers of CI are. Elsewhere the tests themselves say what to install.
 */
export async function ensureChromium() {
  if (process.env.LP_CHROMIUM !== undefined || known.some((path) => existsSync(path))) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const hint = 'Install Chromium by hand, or name its program in LP_CHROMIUM.';
  await runStep({ title: 'Reading package lists', command: 'apt-get', args: ['update'], hint });
  await runStep({
    title: 'Installing Chromium for the browser tests',
    command: 'apt-get',
    args: ['install', '-y', '--no-install-recommends', 'chromium'],
    hint,
  });
}
