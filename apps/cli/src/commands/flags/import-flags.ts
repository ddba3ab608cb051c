import type { Command } from 'commander';
import type { ImportedFlags, ReadForeignFlags } from '../../as-code/foreign-flags/imported-flags.ts';
import { readFlagd } from '../../as-code/foreign-flags/read-flagd.ts';
import { readGrowthbook } from '../../as-code/foreign-flags/read-growthbook.ts';
import { readLaunchdarkly } from '../../as-code/foreign-flags/read-launchdarkly.ts';
import { readUnleash } from '../../as-code/foreign-flags/read-unleash.ts';
import { planFlags } from '../../as-code/plan-flags.ts';
import { sayFlagChange } from '../../as-code/say-flag-change.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { usageError } from '../../exit/usage-error.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { writeFileWhole } from '../../files/write-file-whole.ts';
import { countOf } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { applyFlagChanges } from './apply-flag-changes.ts';
import { drawPlan } from './draw-plan.ts';
import { readServerFlags } from './read-server-flags.ts';

const READERS: Readonly<Record<string, ReadForeignFlags>> = {
  unleash: readUnleash,
  growthbook: readGrowthbook,
  launchdarkly: readLaunchdarkly,
  flagd: readFlagd,
};

interface ImportFlagsOptions {
  readonly from: string;
  readonly fromEnvironment?: string;
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function defineImport(command: Command): void {
  command
    .argument('<file>', 'JSON or YAML of the other product; - for stdin')
    .description(
      'Import flags of another product into one environment (-e). Reports what maps exactly, approximately or not at all, shows the changes and asks before it applies them.',
    )
    .requiredOption('--from <product>', Object.keys(READERS).join(', '))
    .option('--from-environment <name>', 'Environment in the file; default: the same name')
    .option('--dry-run', 'Show the report and the changes, and change nothing')
    .option('-o, --output <path>', 'Write flags as code to a YAML file instead')
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText(
      'after',
      examples(
        'lamppost flags import --from unleash unleash.json --dry-run',
        'lamppost flags import --from launchdarkly flags.json -e production --yes',
      ),
    )
    .action(handle<ImportFlagsOptions, [string]>(importFlags));
}

async function importFlags(cli: Cli, options: ImportFlagsOptions, file: string): Promise<void> {
  const read = READERS[options.from];
  if (read === undefined) throw usageError(`--from must be one of ${Object.keys(READERS).join(', ')}.`);
  const environment = await targetEnvironment(cli);
  const document = await readDocument(file);
  const imported = read(document, { environment, from: options.fromEnvironment ?? environment });
  if (imported.flags.length + imported.left.length === 0) {
    throw new CliError(`${file} contains no flags of ${options.from}.`, {
      exitCode: exitCodes.invalid,
      code: 'INVALID_FILE',
    });
  }
  const specs = imported.flags.map(({ spec }) => spec);
  const report = reportOf(imported);
  if (!cli.terminal.isJson) cli.terminal.line(drawImported(cli.terminal, imported));
  if (options.output !== undefined) {
    const { writeFlagsFile } = await import('../../as-code/write-flags-file.ts');
    await writeFileWhole(options.output, writeFlagsFile(specs));
    cli.print(
      { ...report, file: options.output },
      () => `\nWrote ${countOf(specs.length, 'flag')} to ${options.output}.`,
    );
    return;
  }
  const keys = new Set(specs.map(({ key }) => key));
  const client = await cli.client();
  const existing = await readServerFlags(client, { environments: [environment], isWanted: ({ key }) => keys.has(key) });
  const known = existing.filter(({ key }) => keys.has(key));
  const changes = planFlags(
    file,
    specs.map((spec) => ({ spec, line: 1, typeLine: 1 })),
    known,
  );
  if (!cli.terminal.isJson) cli.terminal.line(`\n${drawPlan(cli.terminal, changes, [])}`);
  const said = changes.map((change) => ({ ...change, ...sayFlagChange(change) }));
  if (options.dryRun === true) {
    if (cli.terminal.isJson) cli.terminal.json({ ...report, changes: said, applied: 0 });
    return;
  }
  if (changes.length > 0) await cli.confirm(`Apply ${countOf(changes.length, 'change')}?`, options.yes);
  const { applied, requested } = await applyFlagChanges(client, changes);
  if (cli.terminal.isJson) {
    cli.terminal.json({ ...report, changes: said, applied, ...(requested === 0 ? {} : { requested }) });
    return;
  }
  if (applied > 0) cli.terminal.line(`Applied ${countOf(applied, 'change')}.`);
  if (requested > 0) cli.terminal.line(`Requested approval for ${countOf(requested, 'change')}.`);
}

/** That of the key, unless -e names another. */
async function targetEnvironment(cli: Cli): Promise<string> {
  const { key, environment } = await cli.connection();
  const slug = environment ?? key?.value.split('_')[2];
  if (slug === undefined || slug === '')
    throw usageError('No environment is known.', 'Name one with -e, such as -e production.');
  return slug;
}

async function readDocument(file: string): Promise<unknown> {
  const text = await readTextFile(file);
  try {
    // JSON is YAML too; aliases could grow without bound and no export has them.
    const { parse } = await import('yaml');
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 0 });
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new CliError(`${file} is neither JSON nor YAML: ${why}`, {
      exitCode: exitCodes.invalid,
      code: 'INVALID_FILE',
      cause,
    });
  }
}

const reportOf = ({ flags, left }: ImportedFlags) => ({
  exact: flags.filter(({ notes }) => notes.length === 0).map(({ source, spec }) => ({ source, key: spec.key })),
  approximate: flags
    .filter(({ notes }) => notes.length > 0)
    .map(({ source, spec, notes }) => ({ source, key: spec.key, notes })),
  not_mapped: left,
});

function drawImported(terminal: Terminal, imported: ImportedFlags): string {
  const { bold } = terminal.colours;
  const { exact, approximate, not_mapped } = reportOf(imported);
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [bold(`${title} (${lines.length})`), ...lines.map((line) => `  ${printable(line)}`)];
  return [
    ...part(
      'Exact',
      exact.map(({ source }) => source),
    ),
    ...part(
      'Approximate',
      approximate.map(({ source, notes }) => `${source}: ${notes.join('; ')}`),
    ),
    ...part(
      'Not imported',
      not_mapped.map(({ source, reason }) => `${source}: ${reason}`),
    ),
  ].join('\n');
}
