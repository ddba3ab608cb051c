import { pathToFileURL } from 'node:url';
import { serverEntry } from './server-entry.ts';

/**
 * Runs the server in this process, which is the server from then on: what it prints, signals and the exit code are its own.
 * Never resolves.
 */
export async function startServer(args: readonly string[]): Promise<never> {
  const entry = serverEntry();
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
  return new Promise<never>(() => undefined);
}
