import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot-json.ts';
import { writeFileDurably } from './write-file-durably.ts';

/**
 * Two lines of JSON: `{"snapshot_format": 1, "sha256": <of the second line>}` and the snapshot.
 * The file is replaced whole or not at all.
 */
const FORMAT = 1;

export class SnapshotFileUnusable extends Error {
  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`The snapshot file ${path} cannot be used: ${why}.`, options);
    this.name = 'SnapshotFileUnusable';
  }
}

/** Reads its own text back before the old file is replaced: a snapshot that could not be read is never written. */
export async function writeSnapshotFile(path: string, snapshot: EdgeSnapshot): Promise<void> {
  const body = encodeSnapshot(snapshot);
  const text = `${JSON.stringify({ snapshot_format: FORMAT, sha256: sha256(body) })}\n${body}\n`;
  parse(path, text);
  await writeFileDurably(path, text);
}

/** Rejects with SnapshotFileUnusable, also when there is no such file. */
export async function readSnapshotFile(path: string): Promise<EdgeSnapshot> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SnapshotFileUnusable(path, isMissing ? 'there is no such file' : messageOf(error), { cause: error });
  }
  return parse(path, text);
}

function parse(path: string, text: string): EdgeSnapshot {
  const [head = '', body = '', end, ...more] = text.split('\n');
  if (end !== '' || more.length > 0) throw new SnapshotFileUnusable(path, 'it is not whole');
  const { snapshot_format: format, sha256: expected } = parseHead(path, head);
  if (format !== FORMAT) throw new SnapshotFileUnusable(path, `its format is ${String(format)}, not ${FORMAT}`);
  if (sha256(body) !== expected) throw new SnapshotFileUnusable(path, 'its checksum does not fit its content');
  try {
    return decodeSnapshot(body);
  } catch (error) {
    throw new SnapshotFileUnusable(path, messageOf(error), { cause: error });
  }
}

function parseHead(path: string, head: string): { snapshot_format?: unknown; sha256?: unknown } {
  try {
    return Object(JSON.parse(head));
  } catch (error) {
    throw new SnapshotFileUnusable(path, 'its first line is damaged', { cause: error });
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
