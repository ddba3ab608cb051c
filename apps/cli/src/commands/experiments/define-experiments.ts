import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { drawFacts } from '../../output/draw-facts.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';
import { defineResults } from './experiment-results.ts';

type Experiment = Wire['ExperimentRow'];
type Status = Experiment['status'];

const KEY = ['<key>', 'Key or id of the experiment'] as const;

export function define(command: Command): void {
  command.description('Read experiments and their results; start, pause and complete them.');
  defineList(command.command('list'));
  defineShow(command.command('show'));
  defineResults(command.command('results'));
  defineStart(command.command('start'));
  definePause(command.command('pause'));
  defineComplete(command.command('complete'));
}

function defineList(command: Command): void {
  command
    .description('List experiments')
    .option('--status <status>', 'draft, running, paused, completed or archived; default: all but archived')
    .option('--search <text>', 'Part of the key or name')
    .addHelpText('after', examples('lamppost experiments list', 'lamppost experiments list --status running'))
    .action(
      handle<{ status?: Status; search?: string }>(async (cli, { status, search }) => {
        const query = omitUndefined({ status, search, environment_id: await cli.environment() });
        const rows = await (await cli.client()).allRows('listExperiments', { query });
        const shown = rows.filter((row) => status !== undefined || row.status !== 'archived');
        cli.print(shown, () => {
          if (shown.length === 0) return 'No experiments.';
          const { green } = cli.terminal.colours;
          const columns: Column<Experiment>[] = [
            { title: 'KEY', value: ({ key }) => key },
            {
              title: 'STATUS',
              value: (row) => row.status,
              colour: (text) => (text === 'running' ? green(text) : text),
            },
            { title: 'TRAFFIC', value: (row) => `${row.traffic_pct} %`, align: 'right' },
            { title: 'VARIANTS', value: (row) => printable(row.variants.map(({ key }) => key).join(', ')) },
            { title: 'STARTED', value: (row) => (row.started_at === null ? '–' : formatAgo(row.started_at)) },
            { title: 'WINNER', value: (row) => printable(row.winner ?? '–') },
          ];
          return drawTable(cli.terminal, columns, shown);
        });
      }),
    );
}

function defineShow(command: Command): void {
  command
    .argument(...KEY)
    .description('Show the design of an experiment')
    .addHelpText('after', examples('lamppost experiments show button_colour'))
    .action(
      handle<object, [string]>(async (cli, _, id) => {
        const row = await (await cli.client()).data('showExperiment', { params: { id } });
        cli.print(row, () =>
          drawFacts(cli.terminal, [
            ['Key', row.key],
            ['Name', printable(row.name)],
            ['Status', row.status],
            ['Audience', printable(audienceText(row.audience))],
            ['Traffic', `${row.traffic_pct} %${row.layer === null ? '' : ` of the layer ${row.layer}`}`],
            ['Unit', row.unit],
            ['Variants', printable(row.variants.map(({ key, weight }) => `${key} ${weight} %`).join(', '))],
            ['Started', row.started_at === null ? 'not yet' : formatAgo(row.started_at)],
            ['Winner', printable(row.winner ?? '–')],
            ...(row.cohorts ?? []).flatMap(({ message }) =>
              message === null ? [] : [['Problem', printable(message)] as const],
            ),
          ]),
        );
      }),
    );
}

const audienceText = (audience: Experiment['audience']): string =>
  audience.length === 0
    ? 'all users'
    : audience.map(({ field, op, values }) => [field, op, values.join(' or ')].join(' ').trim()).join(' and ');

function defineStart(command: Command): void {
  command
    .argument(...KEY)
    .description('Start a draft, or resume a paused experiment')
    .addHelpText('after', examples('lamppost experiments start button_colour'))
    .action(
      handle<object, [string]>(async (cli, _, id) => {
        const client = await cli.client();
        const { status } = await client.data('showExperiment', { params: { id } });
        const route = status === 'paused' ? 'resumeExperiment' : 'startExperiment';
        const row = await client.data(route, { params: { id } });
        cli.print(row, () => `${row.key} is running: ${row.traffic_pct} % of traffic is assigned.`);
      }),
    );
}

function definePause(command: Command): void {
  command
    .argument(...KEY)
    .description('Pause an experiment; its users get no variant until it is started again')
    .addHelpText('after', examples('lamppost experiments pause button_colour'))
    .action(
      handle<object, [string]>(async (cli, _, id) => {
        const row = await (await cli.client()).data('pauseExperiment', { params: { id } });
        cli.print(row, () => `${row.key} is paused. Resume it: lamppost experiments start ${row.key}`);
      }),
    );
}

function defineComplete(command: Command): void {
  command
    .argument(...KEY)
    .description('End an experiment. A winner is then served to all users of its audience. This cannot be undone.')
    .option('--winner <variant>', 'Key of the variant to serve to its audience')
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText('after', examples('lamppost experiments complete button_colour --winner blue --yes'))
    .action(
      handle<{ winner?: string; yes?: boolean }, [string]>(async (cli, { winner, yes }, id) => {
        const gets = winner === undefined ? 'no user gets a variant' : `all users of its audience get "${winner}"`;
        await cli.confirm(`Complete ${id}? Then ${gets}.`, yes);
        const body = omitUndefined({ winner });
        const row = await (await cli.client()).data('completeExperiment', { params: { id }, body });
        cli.print(row, () => `${row.key} is completed: ${gets}.`);
      }),
    );
}
