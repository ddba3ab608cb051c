import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readChoice } from '../read-options.ts';
import { askInsight } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { type CountByOptions, noteUnit, readUnit, withCountBy } from './count-by.ts';
import { drawRetention } from './draw-retention.ts';
import { type RangedOptions, ranged } from './ranged.ts';
import { readFilter, readRange } from './read-query.ts';

interface RetentionOptions extends RangedOptions, CountByOptions {
  readonly interval: string;
  readonly orLater?: true;
  readonly firstTime?: true;
  readonly by?: string;
}

export function defineRetention(command: Command): void {
  const events = command
    .argument('<cohort-event>', 'First event of a person')
    .argument('[return-event]', 'Return event; default: the same event');
  withCountBy(ranged(events, '30d'))
    .description('How many people come back')
    .option('--interval <interval>', 'hour, day, week or month', 'week')
    .option('--or-later', 'Count people until the last period in which they came back')
    .option('--first-time', 'Only people who had never done the first event before')
    .option('--by <field>', 'Break down by this field, such as platform')
    .addHelpText(
      'after',
      examples(
        'lamppost query retention sign_up "$session_start" --interval week',
        'lamppost query retention purchase --first-time --or-later --by platform',
      ),
    )
    .action(
      handle<RetentionOptions, [string, string | undefined]>(async (cli, options, cohortEvent, returnEvent) => {
        const query: Wire['InsightQuery'] & { kind: 'retention' } = {
          kind: 'retention',
          cohortEvent,
          returnEvent: returnEvent ?? cohortEvent,
          interval: readChoice(options.interval, ['hour', 'day', 'week', 'month'], '--interval'),
          range: readRange(options),
          ...readUnit(options),
          ...(options.orLater ? { mode: 'on_or_after' } : {}),
          ...(options.firstTime ? { start: 'first_time' } : {}),
          ...omitUndefined({ breakdownProperty: options.by, filters: options.where?.map(readFilter) }),
        };
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => noteUnit(drawRetention(cli.terminal, result), options));
      }),
    );
}
