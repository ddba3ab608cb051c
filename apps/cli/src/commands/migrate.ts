import type { Command } from 'commander';
import { runServerCommand, showServerCommand } from '../server/run-server-command.ts';
import { examples, handle } from './cli.ts';

interface MigrateOptions {
  readonly to: string;
  readonly dataDir?: string;
}

export function define(command: Command): void {
  command
    .description(
      'Migrate a stopped server to ClickHouse (LP_CLICKHOUSE_URL) and PostgreSQL (LP_DATABASE_URL), or back, and compare every report.',
    )
    .requiredOption('--to <place>', 'clickhouse or embedded')
    .option('--data-dir <directory>', 'Data directory of the server (LP_DATA_DIR)')
    .addHelpText('after', examples('lamppost migrate --to clickhouse --data-dir ./lamppost-data'))
    .action(
      handle<MigrateOptions>(async (cli, { to, dataDir }) => {
        const args = ['migrate', '--to', to, ...(dataDir === undefined ? [] : ['--data-dir', dataDir])];
        if (!cli.terminal.isJson) return await showServerCommand(args);
        const told = await runServerCommand(args);
        const count = (pattern: RegExp): number => Number(pattern.exec(told)?.[1] ?? 0);
        cli.print({ rows: count(/Moved (\d+) rows/), reports: count(/All (\d+) reports/) }, () => told);
      }),
    );
}
