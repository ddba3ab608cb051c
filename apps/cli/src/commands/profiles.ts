import type { Command } from 'commander';
import { readKey } from '../config/key-kind.ts';
import { type Profile, readProfiles, writeProfiles } from '../config/profiles.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { type Column, drawTable } from '../output/draw-table.ts';
import { examples, handle } from './cli.ts';

interface Row {
  readonly name: string;
  readonly url: string;
  readonly is_current: boolean;
  readonly key: string;
}

export function define(command: Command): void {
  command.description('Servers that you are logged in to.');
  defineList(command.command('list'));
  defineUse(command.command('use'));
  defineRemove(command.command('remove'));
}

function defineList(command: Command): void {
  command
    .description('List profiles, without the keys')
    .addHelpText('after', examples('lamppost profiles list'))
    .action(
      handle(async (cli) => {
        const { current, profiles } = await readProfiles();
        const rows = Object.entries(profiles).map(([name, profile]): Row => {
          return { name, url: profile.url, is_current: name === current, key: sayKey(profile) };
        });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No profiles. Create one: lamppost login';
          const columns: Column<Row>[] = [
            { title: '', value: (row) => (row.is_current ? '*' : ' ') },
            { title: 'NAME', value: ({ name }) => name },
            { title: 'URL', value: ({ url }) => url },
            { title: 'KEY', value: ({ key }) => key },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function sayKey({ key, operator_token }: Profile): string {
  const parsed = key === undefined ? undefined : readKey(key);
  return [
    ...(parsed === undefined ? [] : [`${parsed.kind}, ${parsed.environment}`]),
    ...(operator_token === undefined ? [] : ['operator']),
  ].join(' + ');
}

function defineUse(command: Command): void {
  command
    .argument('<name>', 'Name of the profile')
    .description('Use this profile from now on')
    .addHelpText('after', examples('lamppost profiles use shop'))
    .action(
      handle<object, [string]>(async (cli, _, name) => {
        const known = await readProfiles();
        requireProfile(known.profiles, name);
        await writeProfiles({ ...known, current: name });
        cli.print({ current: name }, () => `Using ${name}.`);
      }),
    );
}

function defineRemove(command: Command): void {
  command
    .argument('<name>', 'Name of the profile')
    .description(
      'Remove a profile and its key from this machine. The key stays valid: revoke it with "lamppost keys revoke".',
    )
    .addHelpText('after', examples('lamppost profiles remove shop'))
    .action(
      handle<object, [string]>(async (cli, _, name) => {
        const { current, profiles } = await readProfiles();
        requireProfile(profiles, name);
        const { [name]: __, ...rest } = profiles;
        await writeProfiles({
          current: current === name ? (Object.keys(rest)[0] ?? 'default') : current,
          profiles: rest,
        });
        cli.print({ removed: name }, () => `Removed ${name}.`);
      }),
    );
}

function requireProfile(profiles: Readonly<Record<string, Profile>>, name: string): void {
  if (profiles[name] === undefined) {
    throw new CliError(`There is no profile "${name}".`, {
      exitCode: exitCodes.notFound,
      hint: 'List profiles: lamppost profiles list',
    });
  }
}
