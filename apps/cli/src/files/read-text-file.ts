import { readFile } from 'node:fs/promises';
import { fileError } from './file-error.ts';

/** A text file, or what is piped in for `-`. */
export async function readTextFile(path: string): Promise<string> {
  if (path === '-') return readStandardInput();
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

async function readStandardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
