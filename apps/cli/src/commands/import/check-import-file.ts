import { createHash } from 'node:crypto';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { readEventLine } from './read-event-line.ts';
import { readLines } from './read-lines.ts';

export interface CheckedFile {
  readonly sha256: string;
  /** Lines that will be sent. */
  readonly events: number;
  readonly invalid: number;
}

const MAX_NAMED = 10;

/** Reads the whole file before anything is sent: one with faults is refused, with their lines. */
export async function checkImportFile(path: string, { isLenient }: { isLenient: boolean }): Promise<CheckedFile> {
  const hash = createHash('sha256');
  const faults: string[] = [];
  let [line, events, invalid] = [0, 0, 0];
  for await (const text of readLines(path)) {
    line += 1;
    hash.update(text).update('\n');
    if (text.trim() === '') continue;
    const read = readEventLine(text, line, '');
    if ('event' in read) events += 1;
    else {
      invalid += 1;
      if (faults.length < MAX_NAMED) faults.push(`${path}:${line}: ${read.fault}`);
    }
  }
  if (invalid > 0 && !isLenient) {
    throw new CliError(`${path} has ${invalid} invalid line${invalid === 1 ? '' : 's'}. Nothing was sent.`, {
      exitCode: exitCodes.invalid,
      code: 'INVALID_FILE',
      details: [...faults, ...(invalid > faults.length ? [`and ${invalid - faults.length} more`] : [])],
      hint: 'Fix the file, or skip these lines with --skip-invalid.',
    });
  }
  if (events === 0)
    throw new CliError(`${path} contains no events.`, { exitCode: exitCodes.invalid, code: 'INVALID_FILE' });
  return { sha256: hash.digest('hex'), events, invalid };
}
