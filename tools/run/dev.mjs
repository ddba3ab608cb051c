import { tool } from './build-steps.mjs';
import { endChildren, runShown } from './child.mjs';

/**
 * Compiles on every change and restarts what changed; the dashboard is at http://localhost:5173 and asks the server at
 * LP_SERVER, http://127.0.0.1:8080 when absent. Ends when one of them ends.
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
    runShown({ ...tool('vite', 'apps/dashboard', '--clearScreen', 'false'), hasGroup: true }),
  ];
  const first = await Promise.race(children);
  endChildren();
  await Promise.all(children);
  return first.code;
}
