#!/usr/bin/env node
import { Stopped } from './api-client.ts';
import { CommandFailed } from './command-failed.ts';
import { readArguments, usage } from './read-arguments.ts';
import { runCommand } from './run-command.ts';

const interrupted = 130;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second time somebody means it, and does without the former plan.
    if (stop.signal.aborted) process.exit(interrupted);
    stop.abort();
  });
}

try {
  const args = readArguments(process.argv.slice(2), process.env, Date.now());
  if (args === undefined) process.stdout.write(`${usage}\n`);
  else {
    const { isComplete, unexpected } = await runCommand(args, stop.signal);
    if (!isComplete) process.exitCode = interrupted;
    else if (unexpected > 0) process.exitCode = 1;
  }
} catch (error) {
  if (error instanceof Stopped) process.exitCode = interrupted;
  else if (error instanceof CommandFailed) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  } else throw error;
}
