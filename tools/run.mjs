#!/usr/bin/env node
// Every npm script of the repository goes through here. Plain Node without dependencies: it must work in a fresh clone.
import { commands, usage } from './run/commands.mjs';
import { exitCodeOf } from './run/step-failed.mjs';

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Lamppost needs Node 20.19 or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else if (command === undefined) {
  console.error(usage(name));
  process.exitCode = 2;
} else {
  try {
    const code = await command.run(args);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}
