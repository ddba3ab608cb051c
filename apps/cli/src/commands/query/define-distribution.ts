import type { Command } from 'commander';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readNumber } from '../read-options.ts';
import { askInsight } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { drawDistribution } from './draw-distribution.ts';
import { type RangedOptions, ranged } from './ranged.ts';
import { readFilter, readRange } from './read-query.ts';

export function defineDistribution(command: Command): void {
  ranged(
    command.argument('<event>', 'Name of the event').argument('<field>', 'A number, such as event_properties.amount'),
    '7d',
  )
    .description('How the numbers of a property are distributed')
    .option('--buckets <bars>', '2 to 50', '20')
    .addHelpText('after', examples('lamppost query distribution purchase event_properties.amount --buckets 10'))
    .action(
      handle<RangedOptions & { readonly buckets: string }, [string, string]>(async (cli, options, event, field) => {
        const query = {
          kind: 'distribution' as const,
          event,
          field,
          buckets: readNumber(options.buckets, '--buckets', 2, 50),
          range: readRange(options),
          ...omitUndefined({ filters: options.where?.map(readFilter) }),
        };
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => drawDistribution(cli.terminal, result));
      }),
    );
}
