import { leaveSignalsAlone } from './child.mjs';
import { ensureBuiltForTests } from './ensure-built.mjs';
import { StepFailed } from './step-failed.mjs';

/**
 * Builds what the tests start beside themselves, so that none of them runs yesterday's server. Called by vitest and
 * Playwright before the first test, and by vitest again before those that a change sets off.
 * @param {{ onTestsRerun?: (task: () => Promise<void>) => void }} [project]
 */
export default async function buildBeforeTests(project) {
  await build();
  project?.onTestsRerun?.(build);
}

async function build() {
  try {
    await ensureBuiltForTests();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    throw new Error([error.message, error.output.trim(), error.hint].filter((text) => text !== '').join('\n'));
  } finally {
    // From here on anyone who runs the tests decides what a signal means.
    leaveSignalsAlone();
  }
}
