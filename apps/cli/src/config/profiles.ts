import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@lamppost/protocol';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { fileError } from '../files/file-error.ts';
import { parseJson } from '../files/parse-json.ts';
import { writeFileWhole } from '../files/write-file-whole.ts';
import { configFolder } from './config-folder.ts';

/** A server, and what to show it. */
export interface Profile {
  readonly url: string;
  readonly key?: string | undefined;
  readonly operator_token?: string | undefined;
}

export interface Profiles {
  /** The one that is used when nobody names another. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = 'default';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const profilesPath = (): string => join(configFolder(), 'profiles.json');

export async function readProfiles(): Promise<Profiles> {
  const path = profilesPath();
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: DEFAULT_PROFILE, profiles: {} };
    throw fileError(path, 'read', error);
  }
  return checked(parseJson(text, path), path);
}

export async function saveProfile(name: string, profile: Profile): Promise<void> {
  if (!NAME.test(name)) {
    throw new CliError(`"${name}" cannot be the name of a profile: use letters, digits, dots and hyphens.`, {
      exitCode: exitCodes.usage,
    });
  }
  const known = await readProfiles();
  const before = known.profiles[name];
  // A token of another server is of no use for this one.
  const kept = before !== undefined && before.url === profile.url ? before : {};
  await writeProfiles({ current: name, profiles: { ...known.profiles, [name]: { ...kept, ...profile } } });
}

/** Holds keys: for its owner only. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  await mkdir(configFolder(), { recursive: true, mode: 0o700 });
  await writeFileWhole(profilesPath(), `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await chmod(profilesPath(), 0o600);
}

function checked(value: unknown, path: string): Profiles {
  const fail = (what: string): never => {
    throw new CliError(`${path}: ${what}.`, {
      exitCode: exitCodes.invalid,
      hint: 'Fix the file, or remove it and run "lamppost login".',
    });
  };
  if (!isJsonObject(value)) return fail('a JSON object is expected');
  const { current, profiles } = value;
  if (typeof current !== 'string') return fail('"current" must be the name of a profile');
  if (!isJsonObject(profiles)) return fail('"profiles" must be an object');
  for (const [name, profile] of Object.entries(profiles)) {
    if (!isJsonObject(profile) || typeof profile.url !== 'string') fail(`profiles.${name} has no "url"`);
  }
  return { current, profiles: profiles as unknown as Profiles['profiles'] };
}
