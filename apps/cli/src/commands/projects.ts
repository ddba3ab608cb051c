import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../exit/usage-error.ts';
import { type Column, drawTable } from '../output/draw-table.ts';
import { countOf, formatTime } from '../output/format.ts';
import { printable } from '../output/printable.ts';
import { examples, handle } from './cli.ts';
import { omitUndefined } from './read-options.ts';

type Project = Wire['ProjectsAnswer']['data'][number];

export function define(command: Command): void {
  command.description('Projects of the installation. Needs the operator token.');
  defineList(command.command('list'));
  defineCreate(command.command('create'));
  defineSet(command.command('set'));
}

function defineList(command: Command): void {
  command
    .description('List all projects')
    .addHelpText('after', examples('lamppost projects list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listProjects');
        cli.print(rows, () => {
          const columns: Column<Project>[] = [
            { title: 'SLUG', value: ({ slug }) => slug },
            { title: 'NAME', value: ({ name }) => printable(name) },
            { title: 'PLAN', value: ({ plan }) => plan },
            {
              title: 'RETENTION',
              value: (row) => (row.retention_days === null ? 'forever' : countOf(row.retention_days, 'day')),
            },
            { title: 'CREATED', value: (row) => formatTime(row.created_at) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineCreate(command: Command): void {
  command
    .argument('<slug>', 'Lowercase letters, digits and hyphens; cannot be changed later')
    .description('Create a project with its environments and keys, which are shown only once')
    .option('--name <name>', 'Display name; default: the slug')
    .option('--plan <plan>', 'free, starter, growth or scale')
    .addHelpText('after', examples('lamppost projects create shop --name Shop --plan growth'))
    .action(
      handle<{ name?: string; plan?: string }, [string]>(async (cli, { name, plan }, slug) => {
        const body = { slug, name: name ?? slug, ...omitUndefined({ plan }) };
        const project = await (await cli.client()).data('createProject', { body });
        cli.print(project, () => {
          const keys = Object.entries(project.keys).flatMap(([environment, set]) =>
            Object.entries(set).map(([kind, key]) => [`${environment} ${kind}`, key] as const),
          );
          const head = `Created ${project.slug} on the plan ${project.plan}. Save these keys: they are not shown again.`;
          return [head, ...keys.map(([name, key]) => `\n${name}\n  ${key}`)].join('\n');
        });
      }),
    );
}

function defineSet(command: Command): void {
  command
    .argument('<slug>', 'Slug or id of the project')
    .description('Rename a project, or change its plan')
    .option('--name <name>', 'New name')
    .option('--plan <plan>', 'New plan')
    .addHelpText('after', examples('lamppost projects set shop --plan scale'))
    .action(
      handle<{ name?: string; plan?: string }, [string]>(async (cli, { name, plan }, id) => {
        const body = omitUndefined({ name, plan });
        if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'Add --name or --plan.');
        const project = await (await cli.client()).data('changeProject', { params: { id }, body });
        cli.print(project, () => `${project.slug}: ${printable(project.name)}, plan ${project.plan}.`);
      }),
    );
}
