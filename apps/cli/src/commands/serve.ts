import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { startServer } from '../server/start-server.ts';
import { examples, handle } from './cli.ts';

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
}

export function define(command: Command): void {
  command
    .description(
      'Start the server. Everything is kept in --data-dir: ./data where that exists already, ./lamppost-data otherwise. ' +
        'All other settings are environment variables (LP_…).',
    )
    .option('--port <port>', 'Port to listen on; 0 picks a free one (LP_PORT, 8080)')
    .option('--host <address>', 'Address to listen on (LP_HOST, 127.0.0.1)')
    .option('--data-dir <directory>', 'Where everything is kept (LP_DATA_DIR)')
    .addHelpText('after', examples('lamppost serve', 'lamppost serve --port 9000 --data-dir /var/lib/lamppost'))
    .action(
      handle<ServeOptions>(async (cli, { port, host, dataDir }) => {
        const directory =
          dataDir ?? (process.env.LP_DATA_DIR || (existsSync('./data/format.json') ? './data' : './lamppost-data'));
        const args = [
          ...['serve', '--data-dir', directory],
          ...(port === undefined ? [] : ['--port', port]),
          ...(host === undefined ? [] : ['--host', host]),
        ];
        await startServer(args, (baseUrl) => cli.terminal.line(`Dashboard: ${baseUrl}/`));
      }),
    );
}
