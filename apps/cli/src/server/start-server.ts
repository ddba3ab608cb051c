import { createRequire } from 'node:module';
import { serverEntry } from './server-entry.ts';

/**
 * Runs the server in this process, which is the server from then on: what it prints, signals and the exit code are its own.
 * Never resolves.
 */
export function startServer(args: readonly string[]): Promise<never> {
  const entry = serverEntry();
  process.argv = [process.execPath, entry, ...args];
  createRequire(entry)(entry);
  return new Promise<never>(() => undefined);
}
