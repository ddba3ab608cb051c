import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { findJsonFault } from './find-json-fault.ts';

/** JSON, or a failure that says in which line and column it stops being JSON. */
export function parseJson(text: string, source: string): unknown {
  const clean = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(clean);
  } catch (error) {
    const at = findJsonFault(clean) ?? clean.length;
    const before = clean.slice(0, at).split('\n');
    const sign = clean[at];
    const what = sign === undefined ? 'it ends too early' : `"${sign}" is unexpected here`;
    throw new CliError(`${source}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: this is not JSON: ${what}.`, {
      exitCode: exitCodes.invalid,
      cause: error,
    });
  }
}
