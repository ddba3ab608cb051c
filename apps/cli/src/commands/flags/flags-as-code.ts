import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { planFlags } from '../../as-code/plan-flags.ts';
import { sayFlagChange } from '../../as-code/say-flag-change.ts';
import { CliError } from '../../exit/cli-error.ts';
import { usageError } from '../../exit/usage-error.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { writeFileWhole } from '../../files/write-file-whole.ts';
import { countOf } from '../../output/format.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { applyFlagChanges } from './apply-flag-changes.ts';
import { COMMENT_OPTION } from './comment-option.ts';
import { drawPlan } from './draw-plan.ts';
import { readServerFlags } from './read-server-flags.ts';

const FILE = 'lamppost.flags.yaml';
const FILE_OPTION = ['-f, --file <path>', 'The YAML file', FILE] as const;
const split = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim());

export function definePull(command: Command): void {
  command
    .description('Write all flags and their targeting to a YAML file')
    .option(...FILE_OPTION)
    .option('--environments <list>', 'Slugs separated by commas; default: all that the key can read')
    .option('--force', 'Replace an existing file')
    .addHelpText(
      'after',
      examples('lamppost flags pull', 'lamppost flags pull --file flags.yaml --environments production'),
    )
    .action(
      handle<{ file: string; environments?: string; force?: boolean }>(async (cli, { file, environments, force }) => {
        if (existsSync(file) && force !== true) {
          throw usageError(
            `${file} already exists.`,
            'Add --force to replace it, or see what differs: lamppost flags plan',
          );
        }
        const client = await cli.client();
        const slugs = split(environments) ?? (await visibleEnvironments(cli));
        const flags = await readServerFlags(client, { environments: slugs });
        const { writeFlagsFile } = await import('../../as-code/write-flags-file.ts');
        await writeFileWhole(file, writeFlagsFile(flags));
        const data = { file, flags: flags.length, environments: slugs };
        cli.print(data, () => `Wrote ${countOf(flags.length, 'flag')} of ${slugs.join(', ')} to ${file}.`);
      }),
    );
}

/** Only a secret key may list environments; any other knows its own. */
async function visibleEnvironments(cli: Cli): Promise<string[]> {
  const { key, environment } = await cli.connection();
  if (environment !== undefined) return [environment];
  const client = await cli.client();
  if (key?.value.startsWith('lp_sec_') === true) {
    return (await client.allRows('listEnvironments')).map(({ slug }) => slug).toSorted();
  }
  return key === undefined ? [] : [key.value.split('_')[2] ?? ''];
}

async function plan(cli: Cli, path: string) {
  // Reading YAML costs a start of its own: only those wait for it who need it.
  const { readFlagsFile } = await import('../../as-code/read-flags-file.ts');
  const wanted = readFlagsFile(path, await readTextFile(path));
  const environments = [...new Set(wanted.flatMap(({ spec }) => Object.keys(spec.environments)))];
  const keys = new Set(wanted.map(({ spec }) => spec.key));
  const existing = await readServerFlags(await cli.client(), { environments, isWanted: ({ key }) => keys.has(key) });
  const known = existing.filter(({ key }) => keys.has(key));
  const others = existing.filter(({ key, status }) => !keys.has(key) && status !== 'archived').map(({ key }) => key);
  return { changes: planFlags(path, wanted, known), others };
}

const differs = (): CliError =>
  new CliError('The server differs from the file.', {
    code: 'DIFFERS',
    hint: 'Apply the file (lamppost flags apply), or overwrite it with the state of the server (lamppost flags pull --force).',
  });

interface PlanOptions {
  readonly file: string;
  readonly check?: boolean;
  readonly yes?: boolean;
  readonly comment?: string;
}

export function definePlan(command: Command): void {
  command
    .description('Show what apply would change')
    .option(...FILE_OPTION)
    .option('--check', 'Exit with 1 if the server differs')
    .addHelpText('after', examples('lamppost flags plan', 'lamppost flags plan --check'))
    .action(
      handle<PlanOptions>(async (cli, { file, check }) => {
        const { changes, others } = await plan(cli, file);
        const data = {
          changes: changes.map((change) => ({ ...change, ...sayFlagChange(change) })),
          not_in_file: others,
        };
        cli.print(data, () => drawPlan(cli.terminal, changes, others));
        if (check === true && changes.length > 0) throw differs();
      }),
    );
}

export function defineApply(command: Command): void {
  command
    .description('Apply the file to the server. Applying twice changes nothing the second time.')
    .option(...FILE_OPTION)
    .option('--check', 'Change nothing; exit with 1 if the server differs')
    .option('-y, --yes', 'Do not ask for confirmation')
    .option(...COMMENT_OPTION)
    .addHelpText(
      'after',
      examples('lamppost flags apply', 'lamppost flags apply --yes', 'lamppost flags apply --check'),
    )
    .action(
      handle<PlanOptions>(async (cli, { file, check, yes, comment }) => {
        const { changes, others } = await plan(cli, file);
        if (!cli.terminal.isJson) cli.terminal.line(drawPlan(cli.terminal, changes, others));
        if (check === true) {
          if (cli.terminal.isJson) cli.terminal.json({ applied: 0, remaining: changes.length });
          if (changes.length > 0) throw differs();
          return;
        }
        if (changes.length > 0) await cli.confirm(`Apply ${countOf(changes.length, 'change')}?`, yes);
        const { applied, requested } = await applyFlagChanges(await cli.client(), changes, comment);
        if (cli.terminal.isJson) {
          cli.terminal.json({ applied, remaining: 0, ...(requested === 0 ? {} : { requested }) });
          return;
        }
        if (applied > 0) cli.terminal.line(`Applied ${countOf(applied, 'change')}.`);
        if (requested > 0) {
          cli.terminal.line(`Requested approval for ${countOf(requested, 'change')}. See them: lamppost changes list`);
        }
      }),
    );
}
