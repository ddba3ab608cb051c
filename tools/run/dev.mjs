import { tool } from './build-steps.mjs';
import { endChildren, runShown } from './child.mjs';

/**
 * Compiles on every change and restarts what changed. Ends when one of the three ends.
 * @param {readonly string[]} args of the server
 */
export async function dev(args) {
  const node = (/** @type {string[]} */ ...rest) => runShown({ command: process.execPath, args: rest });
  const children = [
    runShown({
      ...tool('tsc', '-b', '--watch', '--preserveWatchOutput', 'packages/protocol', 'apps/server'),
      hasGroup: true,
    }),
    node('--watch', '--watch-preserve-output', 'packages/protocol/dist/generate/main.js'),
    node('--watch', '--watch-preserve-output', 'apps/server/dist/main.js', 'serve', ...args),
  ];
  const first = await Promise.race(children);
  endChildren();
  await Promise.all(children);
  return first.code;
}
