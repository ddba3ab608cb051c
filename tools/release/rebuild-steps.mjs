/**
 * What has a version in it, built anew where everything was built before, and then packed. Types have none.
 * @param {string} root
 */
export function rebuildSteps(root) {
  /** @param {string} title @param {...string} args @returns {import('../run/run-steps.mjs').Step} */
  const step = (title, ...args) => ({
    title,
    command: process.execPath,
    args,
    cwd: root,
    hint: 'Nothing was published. `git checkout .` takes back what was written.',
  });
  return {
    builds: [
      step('Generating documents of the API', 'packages/protocol/dist/generate/main.js'),
      step('Building SDKs', 'tools/build-sdks/main.mjs'),
      step('Generating documents', 'tools/generate/main.mjs'),
      step('Building documentation', 'tools/build-docs/main.mjs'),
    ],
    pack: step('Packing', 'tools/pack/main.mjs'),
  };
}
