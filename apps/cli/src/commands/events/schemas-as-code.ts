import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { SchemaChange, SchemaSpec } from '../../as-code/schemas-file.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { CliError } from '../../exit/cli-error.ts';
import { usageError } from '../../exit/usage-error.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { writeFileWhole } from '../../files/write-file-whole.ts';
import { countOf } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, handle } from '../cli.ts';

interface SchemaOptions {
  readonly file: string;
  readonly prune?: boolean;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
}

const FILE_OPTION = ['-f, --file <path>', 'The YAML file', 'lamppost.schemas.yaml'] as const;

/** Reading YAML costs a start of its own: only those wait for it who need it. */
const asCode = () => import('../../as-code/schemas-file.ts');

async function readServerSchemas(client: ApiClient): Promise<SchemaSpec[]> {
  const rows = await client.allRows('listEventSchemas');
  return rows.map(({ event_name, description, category, status, mode, properties }) => {
    return { event_name, description, category, status, mode, properties };
  });
}

export function definePull(command: Command): void {
  command
    .description('Write all schemas to a YAML file')
    .option(...FILE_OPTION)
    .option('--force', 'Replace an existing file')
    .addHelpText('after', examples('lamppost events schemas pull'))
    .action(
      handle<SchemaOptions>(async (cli, { file, force }) => {
        if (existsSync(file) && force !== true)
          throw usageError(`${file} already exists.`, 'Add --force to replace it.');
        const specs = await readServerSchemas(await cli.client());
        const { writeSchemasFile } = await asCode();
        await writeFileWhole(file, writeSchemasFile(specs));
        cli.print({ file, schemas: specs.length }, () => `Wrote ${countOf(specs.length, 'schema')} to ${file}.`);
      }),
    );
}

export function defineDiff(command: Command): void {
  command
    .description('Show what push would change')
    .option(...FILE_OPTION)
    .option('--prune', 'Remove schemas that are not in the file')
    .option('--check', 'Exit with 1 if the server differs')
    .addHelpText('after', examples('lamppost events schemas diff --check'))
    .action(
      handle<SchemaOptions>(async (cli, { file, prune, check }) => {
        const { planSchemas, readSchemasFile, saySchemaChange } = await asCode();
        const wanted = readSchemasFile(file, await readTextFile(file));
        const changes = planSchemas(wanted, await readServerSchemas(await cli.client()), prune === true);
        cli.print(changes, () => drawChanges(cli.terminal, changes.map(saySchemaChange)));
        if (check === true && changes.length > 0) {
          throw new CliError('The server differs from the file.', {
            code: 'DIFFERS',
            hint: 'Push it: lamppost events schemas push',
          });
        }
      }),
    );
}

export function definePush(command: Command): void {
  command
    .description('Send the schemas of the file to the server')
    .option(...FILE_OPTION)
    .option('--prune', 'Remove schemas that are not in the file')
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText('after', examples('lamppost events schemas push --yes'))
    .action(
      handle<SchemaOptions>(async (cli, { file, prune, yes }) => {
        const { planSchemas, readSchemasFile, saySchemaChange } = await asCode();
        const wanted = readSchemasFile(file, await readTextFile(file));
        const client = await cli.client();
        const changes = planSchemas(wanted, await readServerSchemas(client), prune === true);
        if (!cli.terminal.isJson) cli.terminal.line(drawChanges(cli.terminal, changes.map(saySchemaChange)));
        if (changes.length > 0) await cli.confirm(`Push ${countOf(changes.length, 'change')}?`, yes);
        for (const change of changes) await push(client, change);
        if (cli.terminal.isJson) cli.terminal.json({ pushed: changes.length });
        else if (changes.length > 0) cli.terminal.line(`Pushed ${countOf(changes.length, 'change')}.`);
      }),
    );
}

async function push(client: ApiClient, { event_name, after }: SchemaChange): Promise<void> {
  const params = { name: event_name };
  try {
    if (after === undefined) await client.data('removeEventSchema', { params });
    else await client.data('putEventSchema', { params, body: { ...after, properties: { ...after.properties } } });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { exitCode, code, details } = error;
    throw new CliError(`${event_name}: ${error.message}`, {
      exitCode,
      code,
      details,
      hint: 'Changes above it were pushed. Fix the file and push again.',
      cause: error,
    });
  }
}

function drawChanges(terminal: Terminal, changes: readonly { title: string; lines: string[] }[]): string {
  if (changes.length === 0) return 'The server has the schemas of the file.';
  const { bold, green, red } = terminal.colours;
  return changes
    .map(({ title, lines }) => {
      const drawn = lines.map((line) => (line.startsWith('+') ? green : red)(`  ${printable(line)}`));
      return [bold(printable(title)), ...drawn].join('\n');
    })
    .join('\n');
}
