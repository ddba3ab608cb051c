import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ApiClient } from '../client/api-client.ts';
import { normalUrl, resolveConnection } from '../config/connection.ts';
import { readKey } from '../config/key-kind.ts';
import { DEFAULT_PROFILE, saveProfile } from '../config/profiles.ts';
import { type CodegenLanguage, type CodegenTarget, codegenLanguages, PROJECT_FILE } from '../config/project-file.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { writeFileWhole } from '../files/write-file-whole.ts';
import { askChoice, askSecret, askText } from './ask.ts';
import { checkKey } from './check-key.ts';
import { type Cli, examples, type GlobalOptions, handle } from './cli.ts';
import { readChoice } from './read-options.ts';

interface InitOptions extends GlobalOptions {
  readonly language?: string;
  readonly output?: string;
  readonly react?: boolean;
  readonly force?: boolean;
}

const OUTPUTS: Readonly<Record<CodegenLanguage, string>> = {
  typescript: 'src/lamppost.ts',
  swift: 'Sources/Lamppost.swift',
  kotlin: 'src/main/kotlin/Lamppost.kt',
  openfeature: 'flags.json',
};

export function define(command: Command): void {
  command
    .description(`Write ${PROJECT_FILE} here, and check the key. The key goes into your profile, never into the file.`)
    .option('--language <language>', `Code to generate: ${codegenLanguages.join(', ')}`)
    .option('--output <path>', 'File of the generated code')
    .option('--react', 'Add hooks for @lamppost/react; default: detected from package.json')
    .option('--force', 'Replace an existing file')
    .addHelpText(
      'after',
      examples('lamppost init', 'lamppost init --url https://lamppost.example.com --language typescript'),
    )
    .action(handle<InitOptions>(init));
}

async function init(cli: Cli, options: InitOptions): Promise<void> {
  const path = resolve(PROJECT_FILE);
  if (existsSync(path) && options.force !== true) {
    throw new CliError(`${PROJECT_FILE} already exists.`, {
      exitCode: exitCodes.conflict,
      code: 'FILE_EXISTS',
      hint: 'Edit it, or add --force to replace it.',
    });
  }
  const isAsked = cli.terminal.isInteractive;
  const known = await resolveConnection(options);
  const asked = options.url ?? (isAsked ? await askText('Address of the server', known.url.value) : known.url.value);
  const url = normalUrl({ value: asked, source: '--url' });
  const typed = known.key === undefined && isAsked ? await askSecret('Key for code generation (lp_dev_…)') : undefined;
  const connection = await resolveConnection({ ...options, url, ...(typed === undefined ? {} : { key: typed }) });
  const client = new ApiClient(connection);
  await client.answer('health');
  const checked = await checkKey(client);
  const target = await chooseTarget(options, isAsked);
  const config = {
    url,
    ...(target === undefined ? {} : { codegen: [target] }),
    source: ['.'],
  };
  await writeFileWhole(path, `${JSON.stringify(config, null, 2)}\n`);
  if (typed !== undefined && readKey(typed) !== undefined) {
    await saveProfile(options.profile ?? DEFAULT_PROFILE, { url, key: typed });
  }
  const key = checked === undefined ? null : { kind: checked.kind, environment: checked.environment };
  cli.print({ file: PROJECT_FILE, url, key, codegen: target ?? null }, () =>
    [
      `Wrote ${PROJECT_FILE} for ${url}.`,
      checked === undefined
        ? 'No key yet. Log in: lamppost login'
        : `The ${checked.kind} key works${checked.environment === undefined ? '' : ` (${checked.environment})`}.`,
      ...(target === undefined ? [] : [`Next: lamppost codegen   writes ${target.output}`]),
    ].join('\n'),
  );
}

async function chooseTarget(options: InitOptions, isAsked: boolean): Promise<CodegenTarget | undefined> {
  const guess = existsSync('package.json') ? 'typescript' : undefined;
  const language =
    options.language !== undefined
      ? readChoice(options.language, codegenLanguages, '--language')
      : isAsked
        ? await askChoice(
            'Which language should be generated?',
            codegenLanguages.map((value) => ({ value, label: value })),
          )
        : guess;
  if (language === undefined) return undefined;
  const react = language === 'typescript' && (options.react ?? (await usesReact()));
  return { language, output: options.output ?? OUTPUTS[language], ...(react ? { react: true } : {}) };
}

/** Whether the package of this directory depends on the hooks. */
async function usesReact(): Promise<boolean> {
  try {
    const { dependencies = {} } = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies?: object };
    return '@lamppost/react' in dependencies;
  } catch {
    return false;
  }
}
