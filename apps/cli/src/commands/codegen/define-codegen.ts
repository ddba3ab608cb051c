import { relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { type CodegenModel, modelOf } from '../../codegen/model.ts';
import { render } from '../../codegen/render.ts';
import { type CodegenLanguage, codegenLanguages, findProjectFile } from '../../config/project-file.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { usageError } from '../../exit/usage-error.ts';
import { untilInterrupted } from '../../files/unfinished-files.ts';
import { writeFileWhole } from '../../files/write-file-whole.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { readChoice, readNumber } from '../read-options.ts';
import { type CheckResult, checkTarget, drawCheck, readExisting } from './check-target.ts';
import { DefinitionsReader } from './definitions-reader.ts';
import type { PlacedTarget } from './placed-target.ts';

interface CodegenOptions {
  readonly language?: string;
  readonly output?: string;
  readonly react?: boolean;
  readonly package?: string;
  readonly source?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly interval: string;
}

interface Plan {
  readonly targets: readonly PlacedTarget[];
  readonly source: readonly string[];
}

export function define(command: Command): void {
  command
    .description(
      'Generate typed code for flags, experiments and events. Languages and files are set in lamppost.config.json ' +
        '(lamppost init), or with --language and --output. A dev key (lp_dev_…) is enough.',
    )
    .option('--language <language>', codegenLanguages.join(', '))
    .option('--output <path>', 'File to write')
    .option('--react', 'TypeScript: add hooks for @lamppost/react')
    .option('--package <name>', 'Kotlin: the package')
    .option('--source <folders>', 'Folders to search for uses, separated by commas')
    .option('--check', 'Write nothing; exit with 1 if a file is out of date, and show what breaks and where it is used')
    .option('--watch', 'Keep running, and regenerate when a definition changes')
    .option('--interval <seconds>', 'How often --watch checks', '5')
    .addHelpText(
      'after',
      examples(
        'lamppost codegen',
        'lamppost codegen --language typescript --output src/lamppost.ts --react',
        'lamppost codegen --check',
      ),
    )
    .action(handle<CodegenOptions>(codegen));
}

async function codegen(cli: Cli, options: CodegenOptions): Promise<void> {
  if (options.check === true && options.watch === true) throw usageError('--check and --watch cannot be combined.');
  const plan = await readPlan(options);
  const reader = new DefinitionsReader(await cli.client());
  if (options.watch === true) {
    const seconds = readNumber(options.interval, '--interval', 1, 3600);
    return untilInterrupted((stop) => watch(cli, plan, reader, seconds, stop));
  }
  const model = modelOf(await reader.read());
  if (options.check === true) return check(cli, plan, model);
  const written = await writeAll(plan, model);
  cli.print(written, () =>
    written.map(({ file, is_changed }) => `${is_changed ? 'Wrote' : 'Up to date:'} ${file}`).join('\n'),
  );
}

async function readPlan(options: CodegenOptions): Promise<Plan> {
  const project = await findProjectFile();
  const folder = project?.folder ?? process.cwd();
  const source = options.source?.split(',').map((path) => resolve(path.trim()));
  const folders = source ?? (project?.config.source ?? ['.']).map((path) => resolve(folder, path));
  if (options.language !== undefined || options.output !== undefined) {
    if (options.language === undefined || options.output === undefined) {
      throw usageError('--language and --output must be used together.');
    }
    const language: CodegenLanguage = readChoice(options.language, codegenLanguages, '--language');
    const { output } = options;
    const target = {
      language,
      output,
      path: resolve(output),
      ...(options.react === true ? { react: true } : {}),
      ...(options.package === undefined ? {} : { package: options.package }),
    };
    return { targets: [target], source: folders };
  }
  const targets = project?.config.codegen ?? [];
  if (targets.length === 0) {
    throw usageError(
      project === undefined ? 'There is no lamppost.config.json here.' : `${project.path} has nothing under "codegen".`,
      'Create it: lamppost init --language typescript. Or use both: --language typescript --output src/lamppost.ts',
    );
  }
  return { targets: targets.map((target) => ({ ...target, path: resolve(folder, target.output) })), source: folders };
}

async function writeAll(plan: Plan, model: CodegenModel): Promise<{ file: string; is_changed: boolean }[]> {
  const written: { file: string; is_changed: boolean }[] = [];
  for (const target of plan.targets) {
    const text = render(model, target);
    const isChanged = (await readExisting(target.path)) !== text;
    // Tools that watch files are not woken for nothing.
    if (isChanged) await writeFileWhole(target.path, text);
    written.push({ file: shown(target.path), is_changed: isChanged });
  }
  return written;
}

async function check(cli: Cli, plan: Plan, model: CodegenModel): Promise<void> {
  const paths = plan.targets.map(({ path }) => path);
  const results: CheckResult[] = [];
  for (const target of plan.targets) results.push(await checkTarget(target, model, plan.source, paths));
  const isStale = results.some(({ state }) => state !== 'current');
  cli.print(results, () => results.map((result) => drawCheck(cli.terminal, result)).join('\n'));
  if (!isStale) return;
  const breaks = results.flatMap(({ changes }) => changes).filter(({ isBreaking }) => isBreaking).length;
  const broken = breaks === 0 ? '' : ` ${breaks} change${breaks === 1 ? '' : 's'} may break code that uses it.`;
  throw new CliError(`Generated code is out of date.${broken}`, {
    exitCode: exitCodes.failure,
    code: 'OUT_OF_DATE',
    hint: 'Run "lamppost codegen", fix what no longer compiles, and commit both.',
  });
}

async function watch(
  cli: Cli,
  plan: Plan,
  reader: DefinitionsReader,
  seconds: number,
  stop: AbortSignal,
): Promise<void> {
  cli.terminal.note(`Watching ${plan.targets.map(({ path }) => shown(path)).join(', ')}. Press Ctrl-C to stop.`);
  let isFirst = true;
  while (!stop.aborted) {
    try {
      const definitions = await reader.readChanged();
      for (const { file, is_changed } of definitions === undefined ? [] : await writeAll(plan, modelOf(definitions))) {
        const time = new Date().toISOString().slice(11, 19);
        if (is_changed)
          cli.terminal.line(cli.terminal.isJson ? JSON.stringify({ file, is_changed }) : `${time}  Wrote ${file}`);
      }
    } catch (error) {
      // A server that restarts comes back; anything else would fail again.
      const isPassing = error instanceof CliError && error.exitCode === exitCodes.unreachable && !isFirst;
      if (!isPassing) throw error;
      cli.terminal.note(`${error.message} Retrying.`);
    }
    isFirst = false;
    await sleep(seconds * 1000, undefined, { signal: stop }).catch(() => undefined);
  }
}

function shown(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}
