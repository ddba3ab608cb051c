import type { Command } from 'commander';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readChoice } from '../read-options.ts';
import { askInsight } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { type CountByOptions, noteUnit, readUnit, withCountBy } from './count-by.ts';
import { drawStickiness } from './draw-stickiness.ts';
import { type RangedOptions, ranged } from './ranged.ts';
import { readFilter, readRange } from './read-query.ts';

export function defineStickiness(command: Command): void {
  withCountBy(ranged(command.argument('<event>', 'What makes a person active'), '30d'))
    .description('Number of days, weeks or months in which people were active')
    .option('--interval <interval>', 'day, week or month', 'day')
    .addHelpText('after', examples('lamppost query stickiness purchase --interval week --last 90d'))
    .action(
      handle<RangedOptions & CountByOptions & { readonly interval: string }, [string]>(async (cli, options, event) => {
        const query = {
          kind: 'stickiness' as const,
          event,
          interval: readChoice(options.interval, ['day', 'week', 'month'], '--interval'),
          range: readRange(options),
          ...readUnit(options),
          ...omitUndefined({ filters: options.where?.map(readFilter) }),
        };
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => noteUnit(drawStickiness(cli.terminal, result), options));
      }),
    );
}
