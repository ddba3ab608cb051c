import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { repositoryRoot } from './paths.mjs';

/** @typedef {{ code: number, output: string }} ChildEnd */
/** @typedef {{ command: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv, hasGroup?: boolean }} ChildCall */

/** @typedef {{ process: import('node:child_process').ChildProcess, hasGroup: boolean }} Running */

/** @type {Set<Running>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let interruptedBy;

/** The first signal that asked this process to stop, if any. */
export const interruption = () => interruptedBy;

/** @param {NodeJS.Signals} signal */
const codeOfSignal = (signal) => 128 + constants.signals[signal];

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  interruptedBy ??= signal;
  if (running.size === 0) process.exit(codeOfSignal(signal));
  for (const child of running) {
    // A terminal sends Ctrl-C to the whole foreground group, so these have it already; twice would mean "at once".
    if (signal === 'SIGINT' && process.stdin.isTTY && !child.hasGroup) continue;
    end(child, signal);
  }
}

/**
 * @param {Running} child
 * @param {NodeJS.Signals} signal
 */
function end({ process: child, hasGroup }, signal) {
  if (!hasGroup || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // It ended by itself a moment ago.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) process.on(signal, passOn);

/** For when this process becomes the server, which has its own answer to signals. */
export function leaveSignalsAlone() {
  for (const signal of signals) process.off(signal, passOn);
}

// npm that is killed cannot pass anything on. Only with npm: a shell may end and leave its jobs running on purpose.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/**
 * @param {ChildCall} call
 * @param {'show' | 'keep'} mode show: the child owns the terminal; keep: its output is returned
 * @returns {Promise<ChildEnd>}
 */
function run(call, mode) {
  return new Promise((resolve, reject) => {
    const outputs = mode === 'show' ? 'inherit' : 'pipe';
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = [mode === 'show' ? 'inherit' : 'ignore', outputs, outputs];
    // Some tools are a thin script around a native program, which lives on when only the script is ended.
    const hasGroup = mode === 'keep' || call.hasGroup === true;
    const { cwd = repositoryRoot, env = process.env } = call;
    /** @type {import('node:child_process').ChildProcess} */
    const child = spawn(call.command, call.args, { cwd, env, stdio, detached: hasGroup });
    const entry = { process: child, hasGroup };
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    running.add(entry);
    child.on('error', (error) => {
      running.delete(entry);
      reject(error);
    });
    child.on('close', (code, signal) => {
      running.delete(entry);
      resolve({ code: signal === null ? (code ?? 1) : codeOfSignal(signal), output: Buffer.concat(chunks).toString() });
    });
  });
}

/** @param {ChildCall} call */
export const runShown = (call) => run(call, 'show');
/** @param {ChildCall} call */
export const runKept = (call) => run(call, 'keep');

/** Ends the children that are still there; for commands that run several side by side. */
export function endChildren() {
  for (const child of running) end(child, 'SIGTERM');
}
