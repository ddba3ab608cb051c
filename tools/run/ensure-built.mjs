import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildInputs, buildSteps } from './build-steps.mjs';
import { hashFiles } from './hash-files.mjs';
import { inRepository, repositoryRoot } from './paths.mjs';
import { runStep } from './run-steps.mjs';

const stampFile = inRepository('.stamps/build');

/** Builds unless the last build was made of exactly these sources and is still there. */
export async function ensureBuilt() {
  const stamp = hashFiles(repositoryRoot, buildInputs);
  const isThere = buildSteps.every(({ output }) => existsSync(inRepository(output)));
  if (isThere && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // A build that ends half-way must not look like the one before.
  rmSync(stampFile, { force: true });
  for (const step of buildSteps) await runStep(forcedWhenGone(step));
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
