import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compiledBuild, contractsBuild, demoDataBuild, productBuild, sdkBuild, serverBuilds } from './build-steps.mjs';
import { hashFiles } from './hash-files.mjs';
import { holdLock } from './hold-lock.mjs';
import { inRepository, repositoryRoot } from './paths.mjs';
import { runStep } from './run-steps.mjs';

/** Builds the server and the dashboard. */
export async function ensureBuilt() {
  for (const build of serverBuilds) await ensure(build);
}

/** Builds the SDKs as they are published. */
export const ensureSdks = () => ensure(sdkBuild);

/** Bundles server, command line and dashboard as people install them. */
export const ensureProduct = () => ensure(productBuild);

/** Builds what fills a server with the data of an invented product. */
export const ensureDemoData = () => ensure(demoDataBuild);

/** Builds all that tests start, serve or import from elsewhere than the sources. */
export async function ensureBuiltForTests() {
  const builds = [...serverBuilds, sdkBuild, productBuild, compiledBuild, demoDataBuild, contractsBuild];
  for (const build of builds) await ensure(build);
}

/**
 * Builds unless the last build was made of exactly these sources and is still there. Of several processes that find the
 * same to be built one builds it, and the others wait.
 * @param {import('./build-steps.mjs').Build} build
 */
async function ensure({ name, inputs, steps, outputs = [] }) {
  const stampFile = inRepository(`.stamps/${name}`);
  const all = [...outputs, ...steps.flatMap((step) => ('output' in step ? [step.output] : []))];
  const isBuiltOf = (/** @type {string} */ stamp) =>
    all.every((output) => existsSync(inRepository(output))) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp;
  if (isBuiltOf(hashFiles(repositoryRoot, inputs))) return;
  mkdirSync(inRepository('.stamps'), { recursive: true });
  await holdLock(inRepository('.stamps/building'), async () => {
    const stamp = hashFiles(repositoryRoot, inputs);
    if (isBuiltOf(stamp)) return;
    // A build that ends half-way must not look like the one before.
    rmSync(stampFile, { force: true });
    for (const step of steps) await runStep('output' in step ? forcedWhenGone(step) : step);
    writeFileSync(stampFile, stamp);
  });
}

/**
 * tsc keeps its notes beside dist, so after `rm -r dist` it believes that there is nothing to do.
 * @param {import('./build-steps.mjs').BuildStep} step
 */
function forcedWhenGone(step) {
  const isCompile = step.args.includes('-b');
  return isCompile && !existsSync(inRepository(step.output)) ? { ...step, args: [...step.args, '--force'] } : step;
}
