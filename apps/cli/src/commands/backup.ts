import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import type { ApiClient } from '../client/api-client.ts';
import { CliError } from '../exit/cli-error.ts';
import { type Column, drawTable } from '../output/draw-table.ts';
import { formatDuration, formatNumber, formatTime } from '../output/format.ts';
import { examples, handle } from './cli.ts';

type Job = Wire['JobRow'];

const POLL_MS = 250;

export function define(command: Command): void {
  command
    .description('Back up the installation while it runs. Needs the operator token.')
    .option('--no-wait', 'Start it without waiting; "lamppost backup list" shows the result')
    .addHelpText('after', examples('lamppost backup', 'lamppost backup list'))
    .action(
      handle<{ wait: boolean }>(async (cli, { wait }) => {
        const client = await cli.client();
        const begun: Job = await client.data('createBackup');
        cli.terminal.note(wait ? 'Backing up.' : 'The backup has started.');
        const job = wait ? await waitForJob(client, begun.id) : begun;
        cli.print(job, () => (wait ? `Backup ${job.name} is complete: ${sayCounts(job)}.` : `Job ${job.id}`));
      }),
    );
  command
    .command('list')
    .description('List backups')
    .addHelpText('after', examples('lamppost backup list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listBackups');
        cli.print(rows, () => {
          if (rows.length === 0) return 'No backups. Create one: lamppost backup';
          const { red } = cli.terminal.colours;
          const columns: Column<Wire['BackupRow']>[] = [
            { title: 'NAME', value: ({ name }) => name, isWhole: true },
            {
              title: 'STATUS',
              value: ({ status }) => status,
              colour: (text) => (text === 'failed' ? red(text) : text),
            },
            { title: 'STARTED', value: (row) => formatTime(row.created_at) },
            { title: 'DURATION', value: sayLength, align: 'right' },
            { title: '', value: ({ error }) => error ?? '' },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

/** Until it is done. A failed one is a failure. */
export async function waitForJob(client: ApiClient, id: string): Promise<Job> {
  for (;;) {
    const job = await client.data('showJob', { params: { id } });
    if (job.status === 'done') return job;
    if (job.status === 'failed') throw new CliError(`The ${job.kind} failed: ${job.error ?? 'no reason was given'}`);
    await sleep(POLL_MS);
  }
}

export const sayCounts = ({ counts }: Pick<Job, 'counts'>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${formatNumber(count)} ${name.replaceAll('_', ' ')}`)
    .join(', ') || 'nothing to do';

function sayLength({ started_at, finished_at }: Job): string {
  return started_at === null || finished_at === null
    ? '–'
    : formatDuration(Date.parse(finished_at) - Date.parse(started_at));
}
