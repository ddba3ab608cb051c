import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildInputs, buildSteps, sdkInputs, sdkOutputs, sdkSteps } from './build-steps.mjs';
import { hashFiles } from './hash-files.mjs';
import { inRepository, repositoryRoot } from './paths.mjs';
import { runStep } from './run-steps.mjs';

/** Builds the server and the dashboard. */
export const ensureBuilt = () =>
  ensure('build', {
    inputs: buildInputs,
    steps: () => buildSteps.map(forcedWhenGone),
    outputs: buildSteps.map(({ output }) => output),
  });

/** Builds the SDKs as they are published. */
export const ensureSdks = () => ensure('sdks', { inputs: sdkInputs, steps: () => sdkSteps, outputs: sdkOutputs });

/**
 * Builds unless the last build was made of exactly these sources and is still there.
 * @param {string} name
 * @param {{ inputs: readonly string[], steps: () => readonly import('./run-steps.mjs').Step[], outputs: readonly string[] }} build
 */
async function ensure(name, { inputs, steps, outputs }) {
  const stampFile = inRepository(`.stamps/${name}`);
  const stamp = hashFiles(repositoryRoot, inputs);
  const isThere = outputs.every((output) => existsSync(inRepository(output)));
  if (isThere && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // A build that ends half-way must not look like the one before.
  rmSync(stampFile, { force: true });
  for (const step of steps()) await runStep(step);
  mkdirSync(inRepository('.stamps'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/**
 * tsc keeps its notes beside dist, so after `rm -r dist` it believes that there is nothing to do.
 * @param {import('./build-steps.mjs').BuildStep} step
 */
export function forcedWhenGone(step) {
  const isCompile = step.args.includes('-b');
  return isCompile && !existsSync(inRepository(step.output)) ? { ...step, args: [...step.args, '--force'] } : step;
}
