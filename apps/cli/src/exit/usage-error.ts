import { CliError } from './cli-error.ts';
import { exitCodes } from './exit-codes.ts';

/** The command line itself is wrong. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError(message, { exitCode: exitCodes.usage, hint });
