import { spawn } from 'node:child_process';
import { CliError } from '../exit/cli-error.ts';
import { serverEntry } from './server-entry.ts';

/** A command of the server that works on a data directory. Gives what it printed. */
export async function runServerCommand(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [serverEntry(), ...args], { stdio: ['inherit', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (piece: Buffer) => {
    printed.out += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    printed.err += piece.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new CliError(printed.err.replace(/^lamppost: /, '').trim() || `It ended with ${code}.`);
  return printed.out.trimEnd();
}

/** One that takes long: what it prints is shown as it comes. */
export async function showServerCommand(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [serverEntry(), ...args], { stdio: ['inherit', 'inherit', 'pipe'] });
  let err = '';
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new CliError(err.replace(/^lamppost: /m, '').trim() || `It ended with ${code}.`);
}
