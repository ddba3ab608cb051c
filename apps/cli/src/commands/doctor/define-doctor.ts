import type { Command } from 'commander';
import { CliError } from '../../exit/cli-error.ts';
import { examples, handle } from '../cli.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkLocal } from './check-local.ts';
import { checkServer } from './check-server.ts';
import type { Finding } from './finding.ts';

const SIGNS = { ok: '✓', warning: '!', problem: '✗' } as const;

export function define(command: Command): void {
  command
    .description('Check this machine, the server, the key and incoming events, and show how to fix problems.')
    .option('--data-dir <directory>', 'Also check the data directory of a server on this machine')
    .addHelpText('after', examples('lamppost doctor', 'lamppost doctor --data-dir ./lamppost-data'))
    .action(
      handle<{ dataDir?: string }>(async (cli, { dataDir }) => {
        const findings: Finding[] = [
          ...(await checkLocal()),
          ...(await checkServer(cli)),
          ...(dataDir === undefined ? [] : await checkDataDirectory(dataDir)),
        ];
        const { green, yellow, red, dim } = cli.terminal.colours;
        const colour = { ok: green, warning: yellow, problem: red } as const;
        cli.print(findings, () =>
          findings
            .flatMap(({ level, what, fix }) => [
              `${colour[level](SIGNS[level])} ${what}`,
              ...(fix === undefined ? [] : [dim(`  → ${fix}`)]),
            ])
            .join('\n'),
        );
        const problems = findings.filter(({ level }) => level === 'problem').length;
        if (problems > 0) {
          throw new CliError(`${problems} problem${problems === 1 ? '' : 's'} found.`, { code: 'PROBLEMS_FOUND' });
        }
      }),
    );
}
