import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { type Column, drawTable } from '../output/draw-table.ts';
import { formatAgo } from '../output/format.ts';
import { printable } from '../output/printable.ts';
import { examples, handle } from './cli.ts';
import { omitUndefined, readChoice } from './read-options.ts';

type Key = Wire['KeysAnswer']['data'][number];

export function define(command: Command): void {
  command.description('Keys of the project. Needs a secret key.');
  defineList(command.command('list'));
  defineCreate(command.command('create'));
  defineRevoke(command.command('revoke'));
}

function defineList(command: Command): void {
  command
    .description('List keys, without their secrets')
    .option('--all', 'Include revoked keys')
    .addHelpText('after', examples('lamppost keys list'))
    .action(
      handle<{ all?: boolean }>(async (cli, { all }) => {
        const client = await cli.client();
        const rows = (await client.allRows('listKeys')).filter((key) => all === true || key.revoked_at === null);
        const environments = new Map((await client.allRows('listEnvironments')).map(({ id, slug }) => [id, slug]));
        cli.print(rows, () => {
          const columns: Column<Key>[] = [
            { title: 'ENDS IN', value: ({ hint }) => `…${hint}`, isWhole: true },
            { title: 'KIND', value: ({ kind }) => kind },
            { title: 'ENVIRONMENT', value: (row) => environments.get(row.environment_id) ?? '' },
            { title: 'SCOPE', value: ({ scope }) => scope ?? '–' },
            { title: 'LAST USED', value: (row) => (row.revoked_at === null ? formatAgo(row.last_used_at) : 'revoked') },
            { title: 'NAME', value: ({ name }) => printable(name) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineCreate(command: Command): void {
  command
    .argument('<name>', 'Name of the key')
    .description('Create a key. Secret and dev keys are shown only once.')
    .option('--kind <kind>', 'publishable, secret or dev', 'dev')
    .option('--scope <scope>', 'For a secret key: project or environment', undefined)
    .addHelpText(
      'after',
      examples(
        'lamppost keys create "codegen in CI" --kind dev -e production',
        'lamppost keys create api --kind secret --scope environment',
      ),
    )
    .action(
      handle<{ kind: string; scope?: string }, [string]>(async (cli, { kind, scope }, name) => {
        const client = await cli.client();
        const own = client.connection.key?.value.split('_')[2] ?? 'production';
        const body = {
          name,
          kind: readChoice(kind, ['publishable', 'secret', 'dev'], '--kind'),
          environment_id: (await cli.environment()) ?? own,
          ...omitUndefined({
            scope: scope === undefined ? undefined : readChoice(scope, ['project', 'environment'], '--scope'),
          }),
        };
        const row = await client.data('createKey', { body });
        cli.terminal.note(`Created a ${row.kind} key for ${body.environment_id}. Save it: it is not shown again.`);
        cli.print(row, () => row.key);
      }),
    );
}

function defineRevoke(command: Command): void {
  command
    .argument('<key>', 'Id of the key, or its last characters')
    .description('Revoke a key immediately')
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText('after', examples('lamppost keys revoke RgZp --yes'))
    .action(
      handle<{ yes?: boolean }, [string]>(async (cli, { yes }, which) => {
        const client = await cli.client();
        const { id, name, kind } = findKey(await client.allRows('listKeys'), which);
        await cli.confirm(`Revoke the ${kind} key "${printable(name)}"? Requests with this key fail immediately.`, yes);
        await client.data('revokeKey', { params: { id } });
        cli.print({ id, revoked: true }, () => `Revoked the ${kind} key "${printable(name)}".`);
      }),
    );
}

function findKey(keys: readonly Key[], which: string): Key {
  const ending = which.replace(/^…/, '');
  const found = keys.filter(
    (key) => key.id === which || (key.revoked_at === null && key.hint !== '' && ending.endsWith(key.hint)),
  );
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  throw new CliError(only === undefined ? `No key ends in "${ending}".` : `Several keys end in "${ending}".`, {
    exitCode: exitCodes.notFound,
    hint: 'Ids are unique: lamppost keys list --json',
  });
}
