import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo } from '../../output/format.ts';
import { printable, printableValue } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';
import { readTargetings, sayState, type Targeting } from './flag-state.ts';

interface ListOptions {
  readonly status?: Wire['FlagsQuery']['status'];
  readonly platform?: Wire['FlagsQuery']['platform'];
  readonly kind?: Wire['FlagsQuery']['kind'];
  readonly tag?: string;
  readonly search?: string;
  readonly owner?: string;
}

type Flag = Wire['FlagRow'];

export function defineList(command: Command): void {
  command
    .description('List flags with their state in the environment')
    .option('--status <status>', 'active, archived or deprecated; default: all but archived')
    .option('--platform <platform>', 'Only flags of this platform')
    .option('--kind <kind>', 'release, experiment, operational or permission')
    .option('--tag <tag>', 'Only flags with this tag')
    .option('--owner <member>', 'Email or id of a member, or none')
    .option('--search <text>', 'Part of the key or name')
    .addHelpText('after', examples('lamppost flags list', 'lamppost flags list --tag checkout --json'))
    .action(
      handle<ListOptions>(async (cli, { status, platform, kind, tag, owner, search }) => {
        const client = await cli.client();
        const query = omitUndefined({ status, platform, kind, tag, owner, search });
        const rows = await client.allRows('listFlags', { query });
        const flags = rows.filter((flag) => status !== undefined || flag.status !== 'archived');
        const targetings = await readTargetings(client, flags, await cli.environment());
        const data = flags.map((flag) => ({ ...flag, state: sayState(flag, targetings.get(flag.id)) }));
        cli.print(data, () => drawFlags(cli, flags, targetings));
      }),
    );
}

function drawFlags(cli: Cli, flags: readonly Flag[], targetings: ReadonlyMap<string, Targeting>): string {
  if (flags.length === 0) return 'No flags. Create one: lamppost flags create new_checkout --name "New checkout"';
  const { colours } = cli.terminal;
  const columns: Column<Flag>[] = [
    { title: 'KEY', value: ({ key }) => key, colour: (text) => colours.bold(text) },
    { title: 'TYPE', value: (flag) => flag.value_type },
    {
      title: 'STATE',
      value: (flag) => sayState(flag, targetings.get(flag.id)),
      colour: (text) => (text === 'killed' ? colours.red(text) : /^on for/.test(text) ? colours.green(text) : text),
    },
    { title: 'DEFAULT', value: (flag) => printableValue(flag.default_value) },
    { title: 'NAME', value: ({ name }) => printable(name) },
  ];
  return drawTable(cli.terminal, columns, flags);
}

const WHY_STALE: Readonly<Record<string, string>> = {
  expired: 'its expiry has passed',
  unseen: 'not evaluated for 30 days',
  settled: 'rollout at 0 or 100 % for 30 days',
};

export function defineStale(command: Command): void {
  command
    .description('List stale flags with the reason')
    .addHelpText('after', examples('lamppost flags stale'))
    .action(
      handle(async (cli) => {
        const client = await cli.client();
        const rows = await client.allRows('listFlags', {});
        const stale = rows.filter((flag) => flag.stale !== null && flag.status !== 'archived');
        cli.print(stale, () => {
          if (stale.length === 0) return 'No stale flags.';
          const columns: Column<Flag>[] = [
            { title: 'KEY', value: ({ key }) => key },
            { title: 'WHY', value: (flag) => WHY_STALE[flag.stale ?? ''] ?? flag.stale ?? '' },
            { title: 'LAST SEEN', value: (flag) => formatAgo(flag.last_seen_at) },
          ];
          const hint = 'Remove them from your code, then run: lamppost flags set <key> --status archived';
          return `${drawTable(cli.terminal, columns, stale)}\n\n${hint}`;
        });
      }),
    );
}
