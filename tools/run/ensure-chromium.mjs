import { installPackages } from './ensure-packages.mjs';
import { findChromium, hasHeadlessShell } from './find-chromium.mjs';
import { StepFailed } from './step-failed.mjs';

/** Its shell without windows for the tests, and Chromium itself for what the shell lacks and for long runs. */
export async function ensureChromium() {
  if (process.env.LP_CHROMIUM !== undefined || (findChromium() !== undefined && hasHeadlessShell())) return;
  try {
    await installPackages({
      what: 'Chromium for the browser tests',
      packages: ['chromium', 'chromium-headless-shell'],
      hint: 'Install Chromium by hand, or name its program in LP_CHROMIUM.',
    });
  } catch (error) {
    if (!(error instanceof StepFailed) || findChromium() === undefined) throw error;
    process.stderr.write(`  Not installed: the tests take ${findChromium()}, which is slower.\n`);
  }
}
