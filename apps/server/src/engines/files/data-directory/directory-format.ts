import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from '../write-file-durably.ts';
import { DataDirectoryUnusable } from './data-directory-errors.ts';
import { CURRENT_FORMAT } from './format-history.ts';

/** MIGRATIONS[n] takes a directory of format n to n + 1. Each step must stand being run twice. */
const MIGRATIONS: Readonly<Record<number, (path: string) => Promise<void>>> = {
  // The control database brings its schema up to date when it is opened, and the snapshot file is written anew.
  1: async () => undefined,
};

/** What a directory holds before its format is written. */
const BEFORE_FORMAT = /^(lock\.db.*|holder\.json|.*\.tmp|lost\+found)$/;
const OURS = /^(control|snapshot|log|store|checkpoints)/;

export const formatFile = (path: string): string => join(path, 'format.json');

/** The format of the directory, undefined for a new one. Changes nothing; refuses what cannot be worked with. */
export async function checkFormat(path: string): Promise<number | undefined> {
  const file = formatFile(path);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(file, error);
    await refuseForgottenFormat(path);
    return undefined;
  }
  const { format } = parseFormat(file, text);
  if (format > CURRENT_FORMAT) {
    throw new DataDirectoryUnusable(
      `The data directory ${path} has format ${format}, written by a newer Lamppost. This version supports formats up to ` +
        `${CURRENT_FORMAT}. Nothing was changed; start the newer version, or choose another data directory.`,
    );
  }
  return format;
}

/** Brings the directory, which must be locked, to the current format. */
export async function reachCurrentFormat(path: string, version: string): Promise<void> {
  const found = await checkFormat(path);
  if (found === CURRENT_FORMAT) return;
  for (let format = found ?? CURRENT_FORMAT; format < CURRENT_FORMAT; format++) {
    const migrate = MIGRATIONS[format];
    if (!migrate) throw new DataDirectoryUnusable(`Nothing is known about format ${format} of ${path}.`);
    await migrate(path);
  }
  const file = formatFile(path);
  const made = found === undefined ? { created_by: version } : { ...(await origin(file)), raised_by: version };
  await writeFileDurably(file, `${JSON.stringify({ format: CURRENT_FORMAT, ...made })}\n`);
}

/** Who made the directory. */
async function origin(file: string): Promise<{ readonly created_by: unknown }> {
  return { created_by: parseFormat(file, await readFile(file, 'utf8')).created_by };
}

function parseFormat(file: string, text: string): { readonly format: number; readonly created_by?: unknown } {
  try {
    const { format, created_by } = JSON.parse(text);
    if (Number.isInteger(format) && format >= 1) return { format, created_by };
  } catch (error) {
    throw unreadable(file, error);
  }
  throw unreadable(file, new Error('it does not name a format'));
}

async function refuseForgottenFormat(path: string): Promise<void> {
  const entries = await readdir(path);
  const ours = entries.find((entry) => OURS.test(entry) && !BEFORE_FORMAT.test(entry));
  if (ours === undefined) return;
  throw new DataDirectoryUnusable(
    `The data directory ${path} holds "${ours}" but no format.json, so its format is not known. ` +
      'Restore the file from a backup, or choose another data directory.',
  );
}

function unreadable(file: string, cause: unknown): DataDirectoryUnusable {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataDirectoryUnusable(`${file} cannot be read: ${why}.`, { cause });
}
