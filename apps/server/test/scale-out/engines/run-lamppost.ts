import { spawn } from 'node:child_process';
import { serverEntry } from '../../harness/server.ts';

export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the program to its end. */
export async function runLamppost(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Said> {
  const child = spawn(process.execPath, [serverEntry, ...args], {
    env: { ...process.env, LP_PORT: '0', LP_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    err += piece;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}
