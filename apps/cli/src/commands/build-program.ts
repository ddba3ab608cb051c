import { Command } from 'commander';
import { version } from '../version.ts';
import { commandTable } from './command-table.ts';

const EXIT_CODES = `
Exit codes:
  0  done                        4  no key, or not allowed
  1  failed, or --check differs  5  not found
  2  usage error                 6  name taken, or wrong state
  3  server unreachable          7  invalid file or value`;

const EXAMPLES = `
Examples:
  $ lamppost                         start a server here
  $ lamppost login                   sign in to a server
  $ lamppost flags list
  $ lamppost tail --event purchase
  $ lamppost query sql "SELECT count(*) FROM events"`;

/** The commands that the arguments name have all they take; of the others the help needs a line. */
export async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('lamppost')
    .description('Lamppost: product analytics and app configuration, self-hosted.')
    .version(version, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print the help of a command')
    .option('--url <address>', 'Address of the server (LP_URL)')
    .option('--key <key>', 'Key to use (LP_KEY)')
    .option('--profile <name>', 'Profile to use (LP_PROFILE)')
    .option('-e, --environment <slug>', 'Environment (LP_ENVIRONMENT); default: that of the key')
    .option('--json', 'Print JSON, for scripts')
    .option('--no-color', 'No colours (NO_COLOR)')
    .configureHelp({ showGlobalOptions: true, helpWidth: 80 })
    .configureOutput({ writeErr: () => undefined, outputError: () => undefined })
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText('after', `${EXAMPLES}\n${EXIT_CODES}`);
  // Completion tells of all of them.
  const isAsked = (name: string): boolean =>
    args.includes(name) || args.includes('completion') || (args.length === 0 && name === 'serve');
  for (const [name, row] of Object.entries(commandTable)) {
    const command = program.command(name).description(row.summary);
    if (isAsked(name)) (await row.load()).define(command);
    inheritSettings(command);
  }
  return program;
}

/** `copyInheritedSettings` happens when a command is made; those of groups are made by their groups. */
function inheritSettings(command: Command): void {
  command.helpOption('-h, --help', 'Print help');
  for (const child of command.commands) inheritSettings(child);
}
