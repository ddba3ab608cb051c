import type { Command } from 'commander';
import { ApiClient } from '../client/api-client.ts';
import { type Connection, resolveConnection } from '../config/connection.ts';
import { readKey } from '../config/key-kind.ts';
import { DEFAULT_PROFILE, profilesPath, saveProfile } from '../config/profiles.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { usageError } from '../exit/usage-error.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { askChoice, askSecret, askText } from './ask.ts';
import { checkKey } from './check-key.ts';
import { type Cli, examples, type GlobalOptions, handle } from './cli.ts';
import { readChoice } from './read-options.ts';
import { signInForKey } from './sign-in.ts';

interface LoginOptions extends GlobalOptions {
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly project?: string;
  readonly scope: string;
}

export function define(command: Command): void {
  command
    .description(
      'Save the address and key of a server in a profile (~/.config/lamppost, readable only by you). With an email and ' +
        'password it signs in, creates a secret key for this machine, and signs out.',
    )
    .option('--email <email>', 'Sign in as a member and create a key')
    .option('--password-stdin', 'Read the password from stdin')
    .option('--project <slug>', 'Project of the key; required if you are in several')
    .option('--scope <scope>', 'What the key may change: environment, or the whole project', 'project')
    .addHelpText(
      'after',
      examples(
        'lamppost login',
        'lamppost login --url https://lamppost.example.com --key - < key.txt',
        'lamppost login --email ada@example.org --profile shop',
      ),
    )
    .action(handle<LoginOptions>(login));
}

async function login(cli: Cli, options: LoginOptions): Promise<void> {
  const name = options.profile ?? DEFAULT_PROFILE;
  const { profile: _, key: __, ...rest } = options;
  // The profile is what is being written: it says nothing yet.
  const found = await resolveConnection({ ...rest, key: '' });
  const isAsked = cli.terminal.isInteractive;
  const url = options.url ?? (isAsked ? await askText('Address of the server', found.url.value) : found.url.value);
  const connection = await resolveConnection({ ...rest, url });
  const key = await obtainKey(cli, options, connection);
  const isOperator = key.startsWith('lpop_');
  if (!isOperator && readKey(key) === undefined) {
    throw new CliError('This is not a key: a key looks like lp_sec_production_… or lp_dev_production_….', {
      exitCode: exitCodes.denied,
    });
  }
  const given = { value: key, source: 'your input' };
  const checked = await checkKey(
    new ApiClient({
      ...connection,
      key: isOperator ? undefined : given,
      operatorToken: isOperator ? given : undefined,
    }),
  );
  await saveProfile(name, { url: connection.url.value, ...(isOperator ? { operator_token: key } : { key }) });
  const kind =
    checked?.kind === 'operator' ? 'the operator token' : `a ${checked?.kind} key for ${checked?.environment}`;
  cli.print({ profile: name, url: connection.url.value, kind: checked?.kind, environment: checked?.environment }, () =>
    [`Logged in to ${connection.url.value} with ${kind}.`, `Profile "${name}" is in ${profilesPath()}.`].join('\n'),
  );
}

async function obtainKey(cli: Cli, options: LoginOptions, connection: Connection): Promise<string> {
  if (options.key === '-') return (await readTextFile('-')).trim();
  if (options.key !== undefined) return options.key;
  if (options.email === undefined && process.env.LP_KEY) return process.env.LP_KEY;
  const isAsked = cli.terminal.isInteractive;
  if (options.email === undefined) {
    if (!isAsked)
      throw usageError(
        'There is no terminal to ask in.',
        'Add --key - and pipe the key in, or --email with --password-stdin.',
      );
    const way = await askChoice('How do you sign in?', [
      { value: 'member', label: 'Email and password' },
      { value: 'key', label: 'A key that I have' },
    ]);
    if (way === 'key') return askSecret('Key (lp_sec_…, lp_dev_…, or lpop_…)');
  }
  const email = options.email ?? (await askText('Email'));
  if (options.passwordStdin !== true && !isAsked)
    throw usageError('A password is required.', 'Add --password-stdin and pipe it in.');
  const password =
    options.passwordStdin === true ? (await readTextFile('-')).replace(/\r?\n$/, '') : await askSecret('Password');
  const scope = readChoice(options.scope, ['project', 'environment'], '--scope');
  const { project, environment } = options;
  return (await signInForKey(connection, { email, password, project, environment, scope })).key;
}
