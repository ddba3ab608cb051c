import { channel } from 'node:diagnostics_channel';
import { pathToFileURL } from 'node:url';
import { serverEntry } from './server-entry.ts';

/** Runs the server in this process, which is the server from then on: signals and the exit code are its own. */
export async function startServer(args: readonly string[], onListening: (baseUrl: string) => void): Promise<void> {
  channel('lamppost:listening').subscribe((message) => onListening((message as { baseUrl: string }).baseUrl));
  const entry = serverEntry();
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}
