import { existsSync } from 'node:fs';
import { findChromium, hasHeadlessShell } from './find-chromium.mjs';
import { runStep } from './run-steps.mjs';
import { StepFailed } from './step-failed.mjs';

/**
 * Installs Chromium for the tests of SDKs, and its shell without windows for those of the dashboard, where that can be done without asking: as root of a Debian, which is what
 * containers of CI are. Elsewhere the tests themselves say what to install.
 */
export async function ensureChromium() {
  if (process.env.LP_CHROMIUM !== undefined || (findChromium() !== undefined && hasHeadlessShell())) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const hint = 'Install Chromium by hand, or name its program in LP_CHROMIUM.';
  try {
    await runStep({ title: 'Reading package lists', command: 'apt-get', args: ['update'], hint });
    await runStep({
      title: 'Installing Chromium for the browser tests',
      command: 'apt-get',
      args: ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
      hint,
    });
  } catch (error) {
    if (!(error instanceof StepFailed) || findChromium() === undefined) throw error;
    process.stderr.write(`  Not installed: the tests of the dashboard take ${findChromium()}, which is slower.\n`);
  }
}
