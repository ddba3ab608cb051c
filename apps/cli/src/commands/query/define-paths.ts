import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { collect, examples, handle } from '../cli.ts';
import { omitUndefined, readNumber } from '../read-options.ts';
import { askInsight } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { drawPaths } from './draw-paths.ts';
import { type RangedOptions, ranged } from './ranged.ts';
import { readFilter, readRange } from './read-query.ts';

interface PathsOptions extends RangedOptions {
  readonly start?: string;
  readonly end?: string;
  readonly depth: string;
  readonly exclude?: readonly string[];
  readonly hideSystem?: true;
  readonly show?: string;
  readonly group?: readonly string[];
}

export function definePaths(command: Command): void {
  ranged(command, '7d')
    .description('Paths of people through events')
    .option('--start <event>', 'Only paths that start with this event')
    .option('--end <event>', 'Only paths that end with this event')
    .option('--depth <steps>', '1 to 6', '4')
    .option('--exclude <event>', 'Skip this event; repeat for several', collect)
    .option('--hide-system', 'Skip events whose names begin with $')
    .option('--show <field>', 'Tell events apart by this value, such as event_properties.path')
    .option(
      '--group <name=pattern>',
      'Show what matches as one, such as "Shop=* · /shop/*"; repeat for several',
      collect,
    )
    .addHelpText(
      'after',
      examples(
        'lamppost query paths --start checkout_started',
        'lamppost query paths --show event_properties.path --group "Blog=* · /blog/*" --hide-system',
      ),
    )
    .action(
      handle<PathsOptions>(async (cli, options) => {
        const query: Wire['InsightQuery'] & { kind: 'paths' } = {
          kind: 'paths',
          range: readRange(options),
          depth: readNumber(options.depth, '--depth', 1, 6),
          ...omitUndefined({
            startEvent: options.start,
            endEvent: options.end,
            excludeEvents: options.exclude && [...options.exclude],
            hideSystemEvents: options.hideSystem,
            nodeProperty: options.show,
            groups: options.group?.map(readGroup),
            filters: options.where?.map(readFilter),
          }),
        };
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => drawPaths(cli.terminal, result));
      }),
    );
}

function readGroup(text: string): { name: string; pattern: string } {
  const [, name, pattern] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || pattern === undefined) throw usageError(`--group takes name=pattern, not "${text}".`);
  return { name, pattern };
}
