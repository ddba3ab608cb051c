import { type ExitCode, exitCodes } from './exit-codes.ts';

export interface CliErrorOptions {
  readonly exitCode?: ExitCode;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** More lines, such as each fault of a file. */
  readonly details?: readonly string[] | undefined;
  /** For scripts; of the server's error where it was one. */
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** A failure that is told to the person at the terminal as it is: without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;
  readonly details: readonly string[];
  readonly code: string;

  constructor(message: string, options: CliErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? exitCodes.failure;
    this.hint = options.hint;
    this.details = options.details ?? [];
    this.code = options.code ?? codeOf(this.exitCode);
  }
}

function codeOf(exitCode: ExitCode): string {
  const name = Object.entries(exitCodes).find(([, code]) => code === exitCode)?.[0] ?? 'failure';
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
