import { CliError } from '../exit/cli-error.ts';
import { type ExitCode, exitCodes } from '../exit/exit-codes.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** Tells what went wrong, on stderr, and what the process ends with. */
export function reportFailure(terminal: Terminal, error: unknown): ExitCode {
  const failure = error instanceof CliError ? error : undefined;
  const message = failure?.message ?? (error instanceof Error ? error.message : String(error));
  if (terminal.isJson) {
    const { code = 'INTERNAL', details = [], hint } = failure ?? {};
    const body = {
      code,
      message,
      ...(details.length === 0 ? {} : { details }),
      ...(hint === undefined ? {} : { hint }),
    };
    process.stderr.write(`${JSON.stringify({ error: body }, null, 2)}\n`);
    return failure?.exitCode ?? exitCodes.failure;
  }
  const { red, bold, dim } = terminal.errorColours;
  process.stderr.write(`${red(bold('Error:'))} ${linesOf(message)}\n`);
  for (const line of failure?.details ?? []) process.stderr.write(`  ${linesOf(line)}\n`);
  if (failure?.hint !== undefined) process.stderr.write(`${failure.hint}\n`);
  // An unexpected error: a bug report needs the stack.
  if (failure === undefined && error instanceof Error) process.stderr.write(`${dim(error.stack ?? '')}\n`);
  return failure?.exitCode ?? exitCodes.failure;
}

/** Messages of the server may quote what others have sent. */
const linesOf = (text: string): string => text.split('\n').map(printable).join('\n');
