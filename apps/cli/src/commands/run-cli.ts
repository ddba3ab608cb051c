import { CommanderError } from 'commander';
import { CliError } from '../exit/cli-error.ts';
import { type ExitCode, exitCodes } from '../exit/exit-codes.ts';
import { reportFailure } from '../output/report-failure.ts';
import { Terminal } from '../output/terminal.ts';
import { buildProgram } from './build-program.ts';

/** Runs a command line; gives what the process ends with. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  endQuietlyWithTheReader();
  try {
    const program = await buildProgram(args);
    await program.parseAsync(args.length === 0 ? ['serve'] : [...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    // Help and the version were asked for and have been printed.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    const terminal = new Terminal({ isJson: args.includes('--json'), isColoured: undefined });
    return reportFailure(terminal, error instanceof CommanderError ? usageOf(error) : error);
  }
}

function usageOf(error: CommanderError): CliError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const message = first.replace(/^\w/, (letter) => letter.toUpperCase());
  return new CliError(message, {
    exitCode: exitCodes.usage,
    hint: [...rest, 'Add --help to see the options of the command.'].join('\n').trim(),
  });
}

/** `lamppost … | head` is no failure. */
function endQuietlyWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
}
