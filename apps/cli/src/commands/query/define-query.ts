import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { type Cli, collect, examples, handle } from '../cli.ts';
import { omitUndefined, readNumber } from '../read-options.ts';
import { drawFunnelAnswer } from './draw-funnel-answer.ts';
import { drawPaths } from './draw-paths.ts';
import { drawRetention } from './draw-retention.ts';
import { drawSql } from './draw-sql.ts';
import { drawTimeseries } from './draw-timeseries.ts';
import { readAggregation, readFilter, readRange } from './read-query.ts';

interface QueryOptions {
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
  readonly where?: readonly string[];
  readonly by?: string;
  readonly interval?: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly measure?: string;
  readonly within?: string;
  readonly start?: string;
  readonly end?: string;
  readonly depth?: string;
  readonly file?: string;
}

type Query = Wire['InsightQuery'];
type Result<K extends Query['kind']> = Extract<Wire['InsightAnswer']['data'], { kind: K }>;

export function define(command: Command): void {
  command.description('Ask about events, with the same queries as the dashboard.');
  defineTimeseries(command.command('timeseries'));
  defineFunnel(command.command('funnel'));
  defineRetention(command.command('retention'));
  definePaths(command.command('paths'));
  defineSql(command.command('sql'));
}

const ranged = (command: Command, last: string): Command =>
  command
    .option('--last <span>', '1h, 24h, 7d, 30d or 90d', last)
    .option('--from <time>', 'In place of --last: from here, ISO 8601')
    .option('--to <time>', 'Up to here, not included; now when absent')
    .option(
      '-w, --where <filter>',
      'Such as "platform = web" or "event_properties.amount > 10"; repeat for and',
      collect,
    );

async function ask<K extends Query['kind']>(cli: Cli, query: Query & { kind: K }): Promise<Result<K>> {
  const body = { query, ...omitUndefined({ environment_id: await cli.environment() }) };
  return (await (await cli.client()).data('askInsight', { body })) as Result<K>;
}

function defineTimeseries(command: Command): void {
  ranged(command.argument('<event>', 'Name of the event'), '7d')
    .description('How often an event happened over time')
    .option('--interval <interval>', 'minute, hour, day, week or month', 'day')
    .option('--by <field>', 'A line for each value, such as platform')
    .option('--measure <what>', 'count, or sum:event_properties.amount, p95:…, count_distinct:person_id', 'count')
    .addHelpText(
      'after',
      examples(
        'lamppost query timeseries purchase --last 30d',
        'lamppost query timeseries purchase --by platform --measure sum:event_properties.amount',
      ),
    )
    .action(
      handle<QueryOptions, [string]>(async (cli, options, event) => {
        const result = await ask(cli, {
          kind: 'timeseries',
          event,
          interval: options.interval ?? 'day',
          range: readRange(options),
          ...omitUndefined({ breakdownProperty: options.by, filters: options.where?.map(readFilter) }),
          aggregation: readAggregation(options.measure ?? 'count'),
        });
        cli.print(result, () => drawTimeseries(cli.terminal, result));
      }),
    );
}

function defineFunnel(command: Command): void {
  ranged(command.argument('<steps...>', 'Names of 2 to 10 events, in order'), '7d')
    .description('How many people get from step to step')
    .option('--within <window>', 'Time for all steps, such as 30m, 24h, 7d', '7d')
    .option('--by <field>', 'The same for each value')
    .addHelpText('after', examples('lamppost query funnel "$pageview" checkout_started purchase --within 1d'))
    .action(
      handle<QueryOptions, [string[]]>(async (cli, options, steps) => {
        const result = await ask(cli, {
          kind: 'funnel',
          steps,
          range: readRange(options),
          ...omitUndefined({
            conversionWindow: options.within,
            breakdownProperty: options.by,
            filters: options.where?.map(readFilter),
          }),
        });
        cli.print(result, () => drawFunnelAnswer(cli.terminal, result));
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
        const result = await ask(cli, {
          kind: 'retention',
          cohortEvent,
          returnEvent: returnEvent ?? cohortEvent,
          range: readRange(options),
          ...omitUndefined({
            interval: options.interval as 'day' | 'week' | undefined,
            filters: options.where?.map(readFilter),
          }),
        });
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
        const result = await ask(cli, {
          kind: 'paths',
          range: readRange(options),
          depth: readNumber(options.depth ?? '4', '--depth', 1, 6),
          ...omitUndefined({
            startEvent: options.start,
            endEvent: options.end,
            filters: options.where?.map(readFilter),
          }),
        });
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
        const result = await ask(cli, { kind: 'sql', sql });
        cli.print(result, () => drawSql(cli.terminal, result));
      }),
    );
}
