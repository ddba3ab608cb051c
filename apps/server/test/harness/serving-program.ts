import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { waitUntil } from './server.ts';

export interface ServingProgram {
  readonly url: string;
  stop(): Promise<void>;
}

interface Started {
  readonly name: string;
  readonly child: ChildProcess;
  /** Removed with it. */
  readonly folder: string;
  /** Given what the program has printed; undefined while its address is not known. */
  readonly urlIn: (output: string) => string | undefined;
  /** Answered with 200 once it serves. */
  readonly path: string;
}

/** Waits until a program of others serves; fails with what it printed when it ends instead. */
export async function untilServing({ name, child, folder, urlIn, path }: Started): Promise<ServingProgram> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece) => {
      output += piece;
    });
  let url = '';
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${output}`);
    url = urlIn(output) ?? '';
    return url !== '' && (await isServed(`${url}${path}`));
  });
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Until it listens, connections are refused. */
async function isServed(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}
