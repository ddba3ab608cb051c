import type { Command } from 'commander';
import { runServerCommand } from '../server/run-server-command.ts';
import { examples, handle } from './cli.ts';

interface ResetOptions {
  readonly email: string;
  readonly dataDir?: string;
}

export function define(command: Command): void {
  command
    .description('Reset the password of a member and end all their sessions. Stop the server first.')
    .requiredOption('--email <email>', 'Email of the member')
    .option('--data-dir <directory>', 'Data directory of the server (LP_DATA_DIR)')
    .addHelpText('after', examples('lamppost reset-password --email owner@localhost --data-dir ./lamppost-data'))
    .action(
      handle<ResetOptions>(async (cli, { email, dataDir }) => {
        const directory = dataDir === undefined ? [] : ['--data-dir', dataDir];
        const told = await runServerCommand(['reset-password', '--email', email, ...directory]);
        const password = /: (\S+)$/m.exec(told)?.[1] ?? null;
        cli.print({ email, password }, () => told);
      }),
    );
}
