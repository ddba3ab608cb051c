import { interruption, runKept, runShown } from './child.mjs';
import { seconds, startProgress } from './progress.mjs';
import { StepFailed } from './step-failed.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} hint how to go on when it fails
 * @property {boolean} [isShown] its own output is worth watching
 * @property {() => readonly string[]} [failures] what failed in it, to be repeated at the end of a long run
 */

/**
 * Runs one step; its output is shown while it runs or only when it fails.
 * @param {Step} step
 */
export async function runStep(step) {
  if (step.isShown) {
    process.stderr.write(`› ${step.title}\n`);
    const { code } = await runShown(step);
    if (code === 0) return;
    const failures = step.failures?.() ?? [];
    throw new StepFailed(`✖ ${step.title} failed.`, { hint: step.hint, exitCode: code, failures });
  }
  const progress = startProgress(step.title);
  const { code, output } = await runKept(step).catch((error) => {
    progress.fail();
    throw new StepFailed(`${step.command} could not be started: ${error.message}`, { hint: step.hint });
  });
  if (code === 0) return progress.succeed();
  progress.fail();
  throw new StepFailed(`${step.title} failed.`, { output, hint: step.hint, exitCode: code });
}

/**
 * Runs checks that do not depend on each other: all of them, so that one run shows everything that is wrong.
 * @param {readonly Step[]} steps
 * @returns {Promise<number>} exit code
 */
export async function runChecks(steps) {
  /** @type {{ title: string, ms: number, failure?: StepFailed }[]} */
  const results = [];
  for (const step of steps) {
    const startedAtMs = performance.now();
    const failure = await runStep(step).then(
      () => undefined,
      (error) => {
        if (!(error instanceof StepFailed)) throw error;
        return error;
      },
    );
    if (failure !== undefined) process.stderr.write(failure.output === '' ? '' : `\n${failure.output.trimEnd()}\n\n`);
    results.push({ title: step.title, ms: performance.now() - startedAtMs, ...(failure && { failure }) });
    if (interruption() !== undefined) break;
  }
  process.stderr.write(`\n${summary(results)}\n`);
  return results.find((result) => result.failure)?.failure?.exitCode ?? 0;
}

/** @param {readonly { title: string, ms: number, failure?: StepFailed }[]} results */
function summary(results) {
  const width = Math.max(...results.map((result) => result.title.length));
  const lines = results.map(
    ({ title, ms, failure }) => `${failure ? '✖' : '✔'} ${title.padEnd(width)}  ${seconds(ms).padStart(8)}`,
  );
  for (const { title, failure } of results) {
    if (failure) lines.push('', `${title} failed. ${failure.hint}`, ...failure.failures);
  }
  return lines.join('\n');
}
