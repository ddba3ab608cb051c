import type { Command } from 'commander';
import { runServerCommand } from '../server/run-server-command.ts';
import { examples, handle } from './cli.ts';

export function define(command: Command): void {
  command
    .description(
      'Send the remaining event log of a server that no longer runs to ClickHouse. Needs LP_DATABASE_URL and LP_CLICKHOUSE_URL of the other servers.',
    )
    .requiredOption('--data-dir <directory>', 'Data directory of the lost server')
    .addHelpText('after', examples('lamppost drain --data-dir /mnt/lost-server/lamppost-data'))
    .action(
      handle<{ readonly dataDir: string }>(async (cli, { dataDir }) => {
        const told = await runServerCommand(['drain', '--data-dir', dataDir]);
        const segments = Number(/^Sent (\d+) segments/.exec(told)?.[1] ?? 0);
        cli.print({ segments }, () => told);
      }),
    );
}
