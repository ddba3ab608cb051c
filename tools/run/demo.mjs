import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inRepository } from './paths.mjs';
import { StepFailed } from './step-failed.mjs';

/** @typedef {{ dataDirectory: string, bootstrapFile: string, events: string | undefined }} Demo */

const usualDirectory = './data-demo';

/**
 * Takes the demo's options out of those of the server, and lets the server keep its data where the demo's belongs.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env changed: what is not said there is said now
 * @returns {{ demo: Demo | undefined, serverArgs: string[] }}
 */
export function takeDemoOptions(args, env) {
  const { values, tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: { demo: { type: 'boolean' }, 'demo-events': { type: 'string' }, 'data-dir': { type: 'string' } },
  });
  const taken = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== 'option' || !['demo', 'demo-events'].includes(token.name)) return [];
      return token.value === undefined || token.inlineValue === true ? [token.index] : [token.index, token.index + 1];
    }),
  );
  const serverArgs = args.filter((_, at) => !taken.has(at));
  const events = values['demo-events'];
  if (events !== undefined && !/^\d[\d_,]*[kM]?$/.test(String(events)))
    throw new StepFailed('--demo-events takes a number such as 20000 or 20k.');
  if (values.demo !== true && events === undefined) return { demo: undefined, serverArgs };
  const asked = values['data-dir'];
  const dataDirectory = typeof asked === 'string' ? asked : env.LP_DATA_DIR || usualDirectory;
  env.LP_DATA_DIR = dataDirectory;
  env.LP_BOOTSTRAP_FILE ||= join(dataDirectory, 'bootstrap.json');
  const bootstrapFile = env.LP_BOOTSTRAP_FILE;
  return {
    demo: { dataDirectory, bootstrapFile, events: typeof events === 'string' ? events : undefined },
    serverArgs,
  };
}

/**
 * Starts what fills the server and keeps it alive, once the server of this process listens. It ends with this process,
 * however that ends: its input is a pipe that nobody else holds.
 * @param {Demo} demo
 */
export function keepDemoBeside({ dataDirectory, bootstrapFile, events }) {
  subscribe('lamppost:listening', (message) => {
    const { baseUrl } = /** @type {{ baseUrl: string }} */ (message);
    const entry = inRepository('packages/demo-data/dist/command/demo-main.js');
    const args = ['--url', baseUrl, '--data-dir', dataDirectory, '--bootstrap-file', bootstrapFile];
    const child = spawn(process.execPath, [entry, ...args, ...(events === undefined ? [] : ['--events', events])], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const end = () => child.stdin.end();
    // Before the server begins to drain: nothing new should come while it does.
    /** @type {readonly NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).forEach((signal) => {
      process.once(signal, end);
    });
    // A child that could not be started, or ended by itself, has said why; the server goes on without it.
    child.on('error', (error) => console.error(`The demo could not be started: ${error.message}`));
    child.unref();
    /** @type {import('node:net').Socket} */ (child.stdin).unref();
  });
}
