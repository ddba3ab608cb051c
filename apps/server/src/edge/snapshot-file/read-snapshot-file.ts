import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { EdgeMark, EdgeSnapshot } from '../edge-snapshot.ts';
import { EdgeTables } from '../edge-tables.ts';
import { decodeSnapshot1 } from './snapshot-json-1.ts';
import { decodeLine, HASH_LENGTH, type SnapshotHead } from './snapshot-lines.ts';

export class SnapshotFileUnusable extends Error {
  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`The snapshot file ${path} cannot be used: ${why}.`, options);
    this.name = 'SnapshotFileUnusable';
  }
}

/** Where a file ends, so that it can be written on. */
export interface SnapshotFileEnd {
  readonly bytes: number;
  /** Without the changes behind the snapshot. */
  readonly wholeBytes: number;
  readonly hash: string;
}

export interface StoredSnapshot {
  readonly snapshot: EdgeSnapshot;
  /** Undefined in a file of the first format. */
  readonly generation: string | undefined;
  readonly responseShape: number | undefined;
  /** Undefined when it must be written anew: it is of the first format, or its last line was torn. */
  readonly end: SnapshotFileEnd | undefined;
}

/** Rejects with SnapshotFileUnusable, also when there is no such file. */
export async function readSnapshotFile(path: string): Promise<StoredSnapshot> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SnapshotFileUnusable(path, isMissing ? 'there is no such file' : messageOf(error), { cause: error });
  }
  try {
    return text.startsWith('{') ? readFirstFormat(text) : readLines(text);
  } catch (error) {
    throw new SnapshotFileUnusable(path, messageOf(error), { cause: error });
  }
}

/**
 * A last line that was not written to its end was never answered for. Anything else that is not as it was written is
 * damage.
 */
function readLines(text: string): StoredSnapshot {
  const lines = text.split('\n');
  const isTorn = lines.pop() !== '';
  const tables = new EdgeTables();
  let head: SnapshotHead | undefined;
  let mark: EdgeMark | undefined;
  let isWhole = false;
  let end: SnapshotFileEnd = { bytes: 0, wholeBytes: 0, hash: '' };
  for (const [index, lineText] of lines.entries()) {
    const read = decodeLine(lineText, end.hash);
    const isLast = !isTorn && index === lines.length - 1;
    if (read === undefined && isWhole && isLast && !isJson(lineText.slice(HASH_LENGTH))) return stored(undefined);
    if (read === undefined) throw new Error(`line ${index + 1} is damaged`);
    const { line, hash } = read;
    if ('head' in line) head = line.head;
    else if ('rows' in line) tables.apply(line.rows);
    else if ('whole' in line) {
      isWhole = true;
      mark = line.whole;
    } else {
      tables.apply(line.changes.rows);
      mark = line.changes.mark;
    }
    const bytes = end.bytes + Buffer.byteLength(lineText) + 1;
    end = { hash, bytes, wholeBytes: 'changes' in line ? end.wholeBytes : bytes };
  }
  if (!isWhole) throw new Error('it is incomplete');
  return stored(isTorn ? undefined : end);

  function stored(knownEnd: SnapshotFileEnd | undefined): StoredSnapshot {
    if (head === undefined) throw new Error('it has no head');
    const { generation, responseShape, takenAtMs } = head;
    return { snapshot: tables.snapshot(mark, takenAtMs), generation, responseShape, end: knownEnd };
  }
}

/** Two lines of JSON: `{"snapshot_format": 1, "sha256": <of the second line>}` and the snapshot. */
function readFirstFormat(text: string): StoredSnapshot {
  const [head = '', body = '', end, ...more] = text.split('\n');
  if (end !== '' || more.length > 0) throw new Error('it is incomplete');
  const { snapshot_format: format, sha256: expected } = parseHead(head);
  if (format !== 1) throw new Error(`its format is ${String(format)}, which is not supported`);
  if (createHash('sha256').update(body).digest('hex') !== expected) {
    throw new Error('its checksum does not match its content');
  }
  return { snapshot: decodeSnapshot1(body), generation: undefined, responseShape: undefined, end: undefined };
}

function parseHead(head: string): { snapshot_format?: unknown; sha256?: unknown } {
  try {
    return Object(JSON.parse(head));
  } catch (error) {
    throw new Error('its first line is damaged', { cause: error });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
