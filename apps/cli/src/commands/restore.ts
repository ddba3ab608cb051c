import type { Command } from 'commander';
import { runServerCommand } from '../server/run-server-command.ts';
import { examples, handle } from './cli.ts';

interface RestoreOptions {
  readonly from: string;
  readonly dataDir: string;
}

export function define(command: Command): void {
  command
    .description('Restore a backup into a new data directory. Every file is verified before the first one is written.')
    .requiredOption('--from <backup>', 'Folder of the backup')
    .requiredOption('--data-dir <directory>', 'New or empty directory')
    .addHelpText('after', examples('lamppost restore --from backups/2026-11-15T07-45-10.123Z --data-dir ./restored'))
    .action(
      handle<RestoreOptions>(async (cli, { from, dataDir }) => {
        const told = await runServerCommand(['restore', '--from', from, '--data-dir', dataDir]);
        cli.print({ from, data_dir: dataDir, messages: told.split('\n') }, () => told);
      }),
    );
}
