import { pathToFileURL } from 'node:url';
import { leaveSignalsAlone } from './child.mjs';
import { keepDemoBeside } from './demo.mjs';
import { inRepository } from './paths.mjs';

/**
 * Becomes the server instead of starting it: nothing stands between it and signals, and Node starts once.
 * @param {readonly string[]} args of `lamppost serve`
 * @param {import('./demo.mjs').Demo} [demo] kept beside it
 */
export async function becomeServer(args, demo) {
  leaveSignalsAlone();
  if (demo !== undefined) keepDemoBeside(demo);
  const entry = inRepository('dist/product/apps/server/dist/main.js');
  process.argv = [process.execPath, entry, 'serve', ...args];
  await import(pathToFileURL(entry).href);
}
