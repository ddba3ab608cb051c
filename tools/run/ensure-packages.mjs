import { existsSync } from 'node:fs';
import { runStep } from './run-steps.mjs';

/**
 * Installs programs of Debian where that can be done without asking: as root of a Debian, which is what containers of CI
 * are. Elsewhere those who need them say what to install.
 * @param {{ what: string, packages: readonly string[], hint: string }} wanted
 * @returns {Promise<boolean>} whether it could be tried
 */
export async function installPackages({ what, packages, hint }) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  await runStep({ title: 'Reading package lists', command: 'apt-get', args: ['update'], hint });
  await runStep({
    title: `Installing ${what}`,
    command: 'apt-get',
    // Another installation on the same machine ends soon.
    args: ['install', '-y', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', ...packages],
    hint,
  });
  return true;
}
