import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const BACKUP_MANIFEST = 'backup.json';
const BACKUP_FORMAT = 1;

export interface BackupFile {
  /** Below the backup's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A backup that cannot be restored; the message names the file and is for the person at the terminal. */
export class BackupUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupUnusable';
  }
}

/** Every file below the folder, in the order of their names. */
export async function describeFiles(folder: string): Promise<readonly BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: BackupFile[] = [];
  for (const path of paths.sort()) {
    files.push({ path: relative(folder, path).split(sep).join('/'), ...(await digestOf(path)) });
  }
  return files;
}

/** Two lines of JSON: what the second one must hash to, and the list. */
export function encodeBackup(
  files: readonly BackupFile[],
  { createdBy, isScheduled }: { readonly createdBy: string; readonly isScheduled: boolean },
): string {
  const head = { created_at: new Date().toISOString(), created_by: createdBy, scheduled: isScheduled };
  const body = JSON.stringify({ ...head, files });
  return `${JSON.stringify({ backup_format: BACKUP_FORMAT, sha256: sha256Of(body) })}\n${body}\n`;
}

/** The files of a backup, all of them checked. Throws BackupUnusable. */
export async function verifyBackup(folder: string): Promise<readonly BackupFile[]> {
  const { files } = await readManifest(folder);
  for (const file of files) {
    const path = join(folder, ...file.path.split('/'));
    const found = await digestOf(path).catch((error: unknown) => {
      throw new BackupUnusable(`${path} is missing or cannot be read. Nothing was restored.`, { cause: error });
    });
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256) {
      throw new BackupUnusable(`${path} is damaged: its checksum does not match. Nothing was restored.`);
    }
  }
  return files;
}

export interface BackupManifest {
  readonly createdAtMs: number;
  /** False where an earlier version does not say. */
  readonly isScheduled: boolean;
  readonly files: readonly BackupFile[];
}

/** What a backup says of itself; its files are not looked at. Throws BackupUnusable. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, BACKUP_MANIFEST);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new BackupUnusable(`${path} cannot be read: this is not a backup, or an incomplete one.`, { cause: error });
  }
  return decodeBackup(text, path);
}

/** `path` is for the messages. Throws BackupUnusable. */
export function decodeBackup(text: string, path: string): BackupManifest {
  const [head = '', body = ''] = text.split('\n');
  try {
    const { backup_format: format, sha256 } = JSON.parse(head) as { backup_format?: unknown; sha256?: unknown };
    if (typeof format === 'number' && format > BACKUP_FORMAT) {
      throw new BackupUnusable(
        `${path} has format ${format}, made by a newer version of Lamppost: restore it with that version.`,
      );
    }
    if (sha256 === sha256Of(body)) return decode(body);
  } catch (error) {
    if (error instanceof BackupUnusable) throw error;
    throw new BackupUnusable(`${path} is damaged. Nothing was restored.`, { cause: error });
  }
  throw new BackupUnusable(`${path} is damaged. Nothing was restored.`);
}

function decode(body: string): BackupManifest {
  const manifest = JSON.parse(body) as { created_at: string; scheduled?: boolean; files: readonly BackupFile[] };
  const { created_at: createdAt, scheduled = false, files } = manifest;
  return { createdAtMs: Date.parse(createdAt), isScheduled: scheduled, files };
}

async function digestOf(path: string): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
