import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readNumber } from '../read-options.ts';
import { askInsight, ranged } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { defineTimeseries } from './define-timeseries.ts';
import { drawFunnel } from './draw-funnel.ts';
import { drawPaths } from './draw-paths.ts';
import { drawRetention } from './draw-retention.ts';
import { drawSql } from './draw-sql.ts';
import { readFilter, readRange } from './read-query.ts';

interface QueryOptions {
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
  readonly where?: readonly string[];
  readonly by?: string;
  readonly interval?: string;
  readonly within?: string;
  readonly start?: string;
  readonly end?: string;
  readonly depth?: string;
  readonly file?: string;
  readonly people?: readonly string[];
}

export function define(command: Command): void {
  command.description('Ask about events, with the same queries as the dashboard.');
  defineTimeseries(command.command('timeseries'));
  defineFunnel(command.command('funnel'));
  defineRetention(command.command('retention'));
  definePaths(command.command('paths'));
  defineSql(command.command('sql'));
}

function defineFunnel(command: Command): void {
  ranged(command.argument('<steps...>', 'Names of 2 to 10 events, in order'), '7d')
    .description('How many people get from step to step')
    .option('--within <window>', 'Time for all steps, such as 30m, 24h, 7d', '7d')
    .option('--by <field>', 'The same for each value')
    .addHelpText(
      'after',
      examples(
        'lamppost query funnel "$pageview" checkout_started purchase --within 1d',
        'lamppost query funnel checkout_started purchase --people step=1 --people outcome=dropped',
      ),
    )
    .action(
      handle<QueryOptions, [string[]]>(async (cli, options, steps) => {
        const query = {
          kind: 'funnel',
          steps,
          range: readRange(options),
          ...omitUndefined({
            conversionWindow: options.within,
            breakdownProperty: options.by,
            filters: options.where?.map(readFilter),
          }),
        } as const;
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => drawFunnel(cli.terminal, result));
      }),
    );
}

function defineRetention(command: Command): void {
  ranged(
    command
      .argument('<cohort-event>', 'First event of a person')
      .argument('[return-event]', 'What counts as coming back; the same event when absent'),
    '30d',
  )
    .description('How many people come back')
    .option('--interval <interval>', 'day or week', 'week')
    .addHelpText('after', examples('lamppost query retention sign_up "$session_start" --interval week'))
    .action(
      handle<QueryOptions, [string, string | undefined]>(async (cli, options, cohortEvent, returnEvent) => {
        const query = {
          kind: 'retention',
          cohortEvent,
          returnEvent: returnEvent ?? cohortEvent,
          range: readRange(options),
          ...omitUndefined({
            interval: options.interval as 'day' | 'week' | undefined,
            filters: options.where?.map(readFilter),
          }),
        } as const;
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => drawRetention(cli.terminal, result));
      }),
    );
}

function definePaths(command: Command): void {
  ranged(command, '7d')
    .description('What people do after one another')
    .option('--start <event>', 'Only paths that begin with it')
    .option('--end <event>', 'Only paths that end with it')
    .option('--depth <steps>', '1 to 6', '4')
    .addHelpText('after', examples('lamppost query paths --start checkout_started'))
    .action(
      handle<QueryOptions>(async (cli, options) => {
        const query = {
          kind: 'paths',
          range: readRange(options),
          depth: readNumber(options.depth ?? '4', '--depth', 1, 6),
          ...omitUndefined({
            startEvent: options.start,
            endEvent: options.end,
            filters: options.where?.map(readFilter),
          }),
        } as const;
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => drawPaths(cli.terminal, result));
      }),
    );
}

function defineSql(command: Command): void {
  command
    .argument('[sql]', 'One SELECT; - reads it from stdin')
    .description('Run a SELECT over events, crashes, metrics, people, sessions, devices and changes')
    .option('--file <path>', 'Read it from a file')
    .addHelpText(
      'after',
      examples(
        'lamppost query sql "SELECT event_name, count(*) AS n FROM events GROUP BY 1 ORDER BY 2 DESC"',
        'lamppost query sql --file report.sql --json',
      ),
    )
    .action(
      handle<QueryOptions, [string | undefined]>(async (cli, { file }, text) => {
        if ((file === undefined) === (text === undefined)) throw usageError('Give the SELECT, or --file with it.');
        const sql = file !== undefined || text === '-' ? await readTextFile(file ?? '-') : (text ?? '');
        const result = await askInsight(cli, { kind: 'sql', sql });
        cli.print(result, () => drawSql(cli.terminal, result));
      }),
    );
}
