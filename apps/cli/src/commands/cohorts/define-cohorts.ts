import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { drawFacts } from '../../output/draw-facts.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo, formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined, readChoice, readNumber } from '../read-options.ts';

type Cohort = Wire['CohortRow'];
const COHORT = ['<cohort>', 'Key or id of the cohort'] as const;
const KINDS = ['behaviour', 'attributes', 'list', 'query'] as const;

export function define(command: Command): void {
  command.description('Cohorts: sets of people by behaviour, by attributes, or from a list.');
  defineList(command.command('list'));
  defineGet(command.command('get'));
  defineCreate(command.command('create'));
  defineRefresh(command.command('refresh'));
  defineMembers(command.command('members'));
  defineImport(command.command('import'));
}

const count = (value: number | null): string => (value === null ? '–' : formatNumber(value));
const queryOf = async (cli: Cli) => omitUndefined({ environment_id: await cli.environment() });

function drawCohort(cli: Cli, cohort: Cohort): string {
  return drawFacts(cli.terminal, [
    ['Key', cohort.key],
    ['Name', printable(cohort.name)],
    ['Kind', cohort.kind],
    ['Status', cohort.error === null ? cohort.status : `${cohort.status}: ${printable(cohort.error)}`],
    ['People', count(cohort.size)],
    ['Users', count(cohort.user_count)],
    ['Computed', cohort.computed_at === null ? '–' : formatAgo(cohort.computed_at)],
    ['Used by flags or experiments', cohort.is_used_by_flags ? 'yes' : 'no'],
  ]);
}

function defineList(command: Command): void {
  command
    .description('List cohorts with their sizes')
    .addHelpText('after', examples('lamppost cohorts list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listCohorts', { query: await queryOf(cli) });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No cohorts. Create one: lamppost cohorts create beta --kind list';
          const columns: Column<Cohort>[] = [
            { title: 'KEY', value: ({ key }) => key },
            { title: 'KIND', value: ({ kind }) => kind },
            { title: 'STATUS', value: ({ status }) => status },
            { title: 'PEOPLE', value: ({ size }) => count(size), align: 'right' },
            { title: 'USERS', value: (row) => count(row.user_count), align: 'right' },
            { title: 'COMPUTED', value: (row) => (row.computed_at === null ? '–' : formatAgo(row.computed_at)) },
            { title: 'NAME', value: ({ name }) => printable(name) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineGet(command: Command): void {
  command
    .argument(...COHORT)
    .description('Show a cohort')
    .addHelpText('after', examples('lamppost cohorts get buyers'))
    .action(
      handle<object, [string]>(async (cli, _, id) => {
        const cohort = await (await cli.client()).data('showCohort', { params: { id }, query: await queryOf(cli) });
        cli.print(cohort, () => drawCohort(cli, cohort));
      }),
    );
}

interface CreateOptions {
  readonly kind: string;
  readonly name?: string;
  readonly description?: string;
  readonly definition?: string;
}

function defineCreate(command: Command): void {
  command
    .argument('<key>', 'Key of the new cohort, used in flag rules')
    .description('Create a cohort. Its definition is read from a file.')
    .option('--kind <kind>', 'behaviour, attributes, list or query', 'behaviour')
    .option('--name <name>', 'Name; default: the key')
    .option('--description <text>', 'Description')
    .option('--definition <file>', 'JSON file with the definition; - reads stdin')
    .addHelpText('after', examples('lamppost cohorts create buyers --definition buyers.json'))
    .action(
      handle<CreateOptions, [string]>(async (cli, options, key) => {
        const kind = readChoice(options.kind, KINDS, '--kind');
        if (kind !== 'list' && options.definition === undefined) {
          throw usageError(`A cohort of kind ${kind} needs --definition.`, 'Only a list needs none.');
        }
        const definition =
          options.definition === undefined
            ? undefined
            : (parseJson(await readTextFile(options.definition), options.definition) as Wire['CohortDefinition']);
        const body = {
          key,
          kind,
          name: options.name ?? key,
          ...omitUndefined({ definition, description: options.description, ...(await queryOf(cli)) }),
        };
        const cohort = await (await cli.client()).data('createCohort', { body });
        cli.print(cohort, () => `Created the cohort ${cohort.key}.`);
      }),
    );
}

function defineRefresh(command: Command): void {
  command
    .argument(...COHORT)
    .description('Compute a cohort now')
    .addHelpText('after', examples('lamppost cohorts refresh buyers'))
    .action(
      handle<object, [string]>(async (cli, _, id) => {
        const cohort = await (await cli.client()).data('refreshCohort', { params: { id }, query: await queryOf(cli) });
        cli.print(cohort, () => drawCohort(cli, cohort));
      }),
    );
}

function defineMembers(command: Command): void {
  command
    .argument(...COHORT)
    .description('List the people currently in a cohort')
    .option('--limit <n>', 'Maximum number', '100')
    .addHelpText('after', examples('lamppost cohorts members buyers --limit 20'))
    .action(
      handle<{ limit: string }, [string]>(async (cli, options, id) => {
        const limit = readNumber(options.limit, '--limit', 1);
        const rows: Wire['CohortMemberRow'][] = [];
        const call = { params: { id }, query: await queryOf(cli) };
        for await (const row of (await cli.client()).rows('listCohortMembers', call)) {
          if (rows.push(row) >= limit) break;
        }
        cli.print(rows, () => {
          const columns: Column<Wire['CohortMemberRow']>[] = [
            { title: 'PERSON', value: (row) => printable(row.person_id) },
            { title: 'USER', value: (row) => printable(row.user_id ?? '–') },
          ];
          return rows.length === 0 ? 'No people.' : drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineImport(command: Command): void {
  command
    .argument(...COHORT)
    .argument('<file>', 'CSV: one user id per line, or a column user_id; - reads stdin')
    .description('Add users from a file to a list')
    .addHelpText('after', examples('lamppost cohorts import beta users.csv'))
    .action(
      handle<object, [string, string]>(async (cli, _, id, file) => {
        const bytes = Buffer.from(await readTextFile(file));
        const call = { params: { id }, query: await queryOf(cli) };
        const headers = { 'Content-Type': 'text/csv' };
        const response = await (await cli.client()).open('addCohortMembers', call, { bytes, headers });
        const { data } = JSON.parse(await response.text()) as Wire['CohortImportAnswer'];
        cli.print(data, () => `Added ${formatNumber(data.added)}; ${formatNumber(data.size)} in total.`);
      }),
    );
}
