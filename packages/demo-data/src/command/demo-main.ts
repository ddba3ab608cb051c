#!/usr/bin/env node
import { CommandFailed } from './command-failed.ts';
import { keepDemo } from './keep-demo.ts';
import { readDemoArguments } from './read-demo-arguments.ts';

// At once and without a word: anyone who started this is going, and what was not sent is sent the next time.
const end = (): never => process.exit(0);
process.stdin.on('close', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

try {
  await keepDemo(readDemoArguments(process.argv.slice(2)), new AbortController().signal);
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
