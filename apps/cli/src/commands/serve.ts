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
    .description('Start the server. All other settings are environment variables (LP_…).')
    .option('--port <port>', 'Port to listen on; 0 picks a free one (LP_PORT)')
    .option('--host <address>', 'Address to listen on (LP_HOST)')
    .option('--data-dir <directory>', 'Data directory (LP_DATA_DIR)')
    .addHelpText('after', examples('lamppost serve', 'lamppost serve --port 9000 --data-dir /var/lib/lamppost'))
    .action(
      handle<ServeOptions>(async (_, { port, host, dataDir }) => {
        const options = Object.entries({ port, host, 'data-dir': dataDir });
        await startServer([
          'serve',
          ...options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
        ]);
      }),
    );
}
