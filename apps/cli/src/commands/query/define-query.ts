import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';
import { askInsight } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { type CountByOptions, noteUnit, readUnit, withCountBy } from './count-by.ts';
import { defineDistribution } from './define-distribution.ts';
import { defineLifecycle } from './define-lifecycle.ts';
import { definePaths } from './define-paths.ts';
import { defineRetention } from './define-retention.ts';
import { defineStickiness } from './define-stickiness.ts';
import { defineTimeseries } from './define-timeseries.ts';
import { drawFunnelAnswer } from './draw-funnel-answer.ts';
import { drawSql } from './draw-sql.ts';
import { type FunnelOptions, readFunnelOptions, withFunnelOptions } from './funnel-options.ts';
import { type RangedOptions, ranged } from './ranged.ts';
import { readFilter, readRange } from './read-query.ts';

interface QueryOptions extends RangedOptions {
  readonly by?: string;
  readonly interval?: string;
  readonly within?: string;
  readonly file?: string;
}

export function define(command: Command): void {
  command.description('Query events, with the same queries as the dashboard.');
  defineTimeseries(command.command('timeseries'));
  defineFunnel(command.command('funnel'));
  defineRetention(command.command('retention'));
  definePaths(command.command('paths'));
  defineLifecycle(command.command('lifecycle'));
  defineStickiness(command.command('stickiness'));
  defineDistribution(command.command('distribution'));
  defineSql(command.command('sql'));
}

function defineFunnel(command: Command): void {
  withCountBy(withFunnelOptions(ranged(command.argument('<steps...>', 'Names of 2 to 10 events, in order'), '7d')))
    .description('How many people get from step to step')
    .option('--within <window>', 'Time for all steps, such as 30m, 24h, 7d', '7d')
    .option('--by <field>', 'Break down by this field')
    .addHelpText(
      'after',
      examples(
        'lamppost query funnel "$pageview" checkout_started purchase --within 1d',
        'lamppost query funnel checkout_started purchase --exclude payment_failed --view trend --interval week',
        'lamppost query funnel checkout_started purchase --people step=1 --people outcome=dropped',
      ),
    )
    .action(
      handle<QueryOptions & FunnelOptions & CountByOptions, [string[]]>(async (cli, options, steps) => {
        const query = {
          kind: 'funnel',
          steps,
          range: readRange(options),
          ...omitUndefined({
            conversionWindow: options.within,
            breakdownProperty: options.by,
            filters: options.where?.map(readFilter),
          }),
          ...readFunnelOptions(options),
          ...readUnit(options),
        } as const;
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => noteUnit(drawFunnelAnswer(cli.terminal, result), options));
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
