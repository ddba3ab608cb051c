import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo, formatTime } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readChoice } from '../read-options.ts';

type Digest = Wire['DigestsAnswer']['data'][number];

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export function define(command: Command): void {
  command.description('Summaries of dashboards that are sent daily or weekly. Needs a secret key.');
  defineList(command.command('list'));
  defineCreate(command.command('create'));
  defineSend(command.command('send'));
}

function defineList(command: Command): void {
  command
    .description('List digests with their last and next run')
    .addHelpText('after', examples('lamppost digests list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listDigests');
        cli.print(rows, () => {
          if (rows.length === 0) return 'No digests. Create one: lamppost digests create <dashboard> --to <webhook>';
          const columns: Column<Digest>[] = [
            { title: 'ID', value: ({ id }) => id, isWhole: true },
            { title: 'STATUS', value: statusOf },
            { title: 'SCHEDULE', value: scheduleOf },
            { title: 'LAST RUN', value: lastRunOf },
            { title: 'NEXT RUN', value: ({ next_run_at: at }) => (at == null ? '–' : formatTime(at)) },
            { title: 'NAME', value: ({ name }) => printable(name) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineCreate(command: Command): void {
  command
    .argument('<dashboard>', 'Name or id of the dashboard')
    .description('Send a dashboard every day or every week')
    .requiredOption('--to <webhooks>', 'Names or ids of webhooks that get it, separated by commas')
    .option('--at <time>', "Time of day in the project's time zone", '09:00')
    .option('--weekly <weekday>', `Once a week: ${WEEKDAYS.join(', ')}; default: every day`)
    .option('--name <name>', 'Name; default: that of the dashboard')
    .addHelpText(
      'after',
      examples(
        'lamppost digests create Engagement --to "Product team"',
        'lamppost digests create Engagement --to team-mail,team-slack --weekly monday --at 08:30 -e production',
      ),
    )
    .action(
      handle<{ to: string; at: string; weekly?: string; name?: string }, [string]>(async (cli, options, dashboard) => {
        const client = await cli.client();
        const weekday = options.weekly === undefined ? undefined : readChoice(options.weekly, WEEKDAYS, '--weekly');
        const webhooks = await client.allRows('listWebhooks');
        const wanted = options.to.split(',').map((text) => text.trim());
        const body = {
          dashboard_id: oneOf(await client.allRows('listDashboards'), dashboard, 'dashboard'),
          frequency: weekday === undefined ? ('daily' as const) : ('weekly' as const),
          time: options.at,
          targets: wanted.map((text) => oneOf(webhooks, text, 'webhook')),
          ...omitUndefined({ weekday, name: options.name, environment_id: await cli.environment() }),
        };
        const row = await client.data('createDigest', { body });
        cli.terminal.note(`Created. The first one is sent at ${row.next_run_at}.`);
        cli.print(row, () => row.id);
      }),
    );
}

function defineSend(command: Command): void {
  command
    .argument('<id>', 'Id of the digest')
    .description('Send the digest of the last complete period now')
    .addHelpText('after', examples('lamppost digests send 0190a5e2-7c1b-7d3e-8f4a-5b6c7d8e9f01'))
    .action(
      handle<object, [string]>(async (cli, _options, id) => {
        const run = await (await cli.client()).data('sendDigest', { params: { id } });
        cli.print(run, () => 'Being made and sent. Follow it: lamppost digests list');
      }),
    );
}

/** The id of the only one with this id or name. */
function oneOf(rows: readonly { readonly id: string; readonly name: string }[], text: string, what: string): string {
  const byId = rows.find(({ id }) => id === text.toLowerCase());
  if (byId !== undefined) return byId.id;
  const named = rows.filter(({ name }) => name === text);
  const [first] = named;
  if (first === undefined) {
    const message = `There is no ${what} with the name or id ${JSON.stringify(text)}.`;
    throw new CliError(message, { exitCode: exitCodes.notFound });
  }
  if (named.length === 1) return first.id;
  const ids = named.map(({ id }) => id).join(', ');
  throw new CliError(`${named.length} have the name ${JSON.stringify(text)}.`, {
    exitCode: exitCodes.usage,
    hint: `Use an id: ${ids}`,
  });
}

const scheduleOf = ({ frequency, weekday, time, timezone }: Digest): string =>
  `${frequency === 'weekly' ? `${weekday}s` : 'daily'} ${time} ${timezone}`;

const statusOf = ({ status, paused_reason: reason }: Digest): string =>
  reason === null || reason === 'user' ? status : `${status}: ${reason.replace('_', ' ')}`;

const lastRunOf = ({ runs: [last] }: Digest): string =>
  last === undefined ? 'never' : `${last.state} ${formatAgo(last.created_at)}`;
