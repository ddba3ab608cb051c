import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { usageError } from '../exit/usage-error.ts';
import { type Profile, readProfiles } from './profiles.ts';
import { findProjectFile } from './project-file.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** A value, and where it came from, for messages. */
export interface Sourced {
  readonly value: string;
  readonly source: string;
}

/** Which server is asked, and with what. */
export interface Connection {
  readonly url: Sourced;
  readonly key: Sourced | undefined;
  readonly operatorToken: Sourced | undefined;
  readonly environment: string | undefined;
}

export interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly profile?: string | undefined;
  readonly environment?: string | undefined;
}

/**
 * Options win over the environment, which wins over the profile. The address in lamppost.config.json decides which
 * profile that is, unless one is named: a repository is never asked with the key of another server.
 */
export async function resolveConnection(
  options: ConnectionOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Connection> {
  const project = await findProjectFile();
  const chosen = await chooseProfile(options.profile ?? present(env.LP_PROFILE), project?.config.url);
  const url = sourced(options.url, '--url') ??
    sourced(env.LP_URL, 'LP_URL') ??
    (chosen?.isNamed === true ? sourced(chosen.profile.url, chosen.source) : undefined) ??
    sourced(project?.config.url, project?.path ?? '') ??
    sourced(chosen?.profile.url, chosen?.source ?? '') ?? { value: DEFAULT_URL, source: 'the default' };
  const server = { ...url, value: normalUrl(url) };
  // A key of a profile is shown to the server of the profile and to no other.
  const own = chosen !== undefined && sameServer(chosen.profile.url, server.value) ? chosen : undefined;
  const given = sourced(options.key, '--key') ?? sourced(env.LP_KEY, 'LP_KEY');
  const isOperator = given?.value.startsWith('lpop_') === true;
  return {
    url: server,
    key: (isOperator ? undefined : given) ?? sourced(own?.profile.key, own?.source ?? ''),
    operatorToken:
      (isOperator ? given : undefined) ??
      sourced(env.LP_OPERATOR_TOKEN, 'LP_OPERATOR_TOKEN') ??
      sourced(own?.profile.operator_token, own?.source ?? ''),
    environment: options.environment ?? present(env.LP_ENVIRONMENT) ?? project?.config.environment,
  };
}

interface Chosen {
  readonly profile: Profile;
  readonly source: string;
  readonly isNamed: boolean;
}

async function chooseProfile(named: string | undefined, projectUrl: string | undefined): Promise<Chosen | undefined> {
  const { current, profiles } = await readProfiles();
  if (named !== undefined) {
    const profile = profiles[named];
    if (profile === undefined) {
      throw new CliError(`There is no profile "${named}".`, {
        exitCode: exitCodes.usage,
        hint: `Create it: lamppost login --profile ${named}`,
      });
    }
    return { profile, source: `profile "${named}"`, isNamed: true };
  }
  const names = [current, ...Object.keys(profiles)];
  const name =
    projectUrl === undefined
      ? current
      : (names.find((candidate) => sameServer(profiles[candidate]?.url, projectUrl)) ?? current);
  const profile = profiles[name];
  return profile && { profile, source: `profile "${name}"`, isNamed: false };
}

/** Without a slash at the end, so that paths can be put behind it. */
export function normalUrl({ value, source }: Sourced): string {
  const withScheme = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    throw usageError(`"${value}" (${source}) is not an address.`, 'Use the form http://127.0.0.1:8080');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw usageError(`"${value}" (${source}) is not an http or https address.`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function sameServer(one: string | undefined, other: string): boolean {
  return one !== undefined && normalUrl({ value: one, source: '' }) === normalUrl({ value: other, source: '' });
}

const present = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function sourced(value: string | undefined, source: string): Sourced | undefined {
  const text = present(value?.trim());
  return text === undefined ? undefined : { value: text, source };
}
