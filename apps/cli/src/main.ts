#!/usr/bin/env node
import { runCli } from './commands/run-cli.ts';

async function run(): Promise<void> {
  const code = await runCli(process.argv.slice(2));
  // What is left, such as an answer that nobody reads to its end, must not keep the process; what was printed must leave.
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  process.exit(code);
}

void run();
