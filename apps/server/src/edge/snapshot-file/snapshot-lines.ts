import { hash } from 'node:crypto';
import type { EdgeChanges, EdgeRows } from '../edge-changes.ts';
import type { EdgeMark } from '../edge-snapshot.ts';
import { JsonPlace } from '../json-place.ts';
import { decodeRows, encodeRows } from './snapshot-json.ts';

/**
 * The second format of the snapshot file. Every line is `<sha256> <JSON>`; the hash is that of the hash before and of
 * the JSON, so that a line that is missing, moved or damaged is noticed. In this order:
 *
 *   {"snapshot_format": 2, "generation", "answer_shape", "taken_at"}
 *   {"rows": {…}}                       any number of them
 *   {"whole": {"revision", "change_id"}}   the rows above are all there were
 *   {"changed": {…}, "mark": {…}}       any number of them: what has changed since, in order
 */
export const SNAPSHOT_FORMAT = 2;
export const HASH_LENGTH = 64;

export interface SnapshotHead {
  readonly generation: string;
  readonly responseShape: number;
  readonly takenAtMs: number;
}

export type SnapshotLine =
  | { readonly head: SnapshotHead }
  | { readonly rows: EdgeRows }
  | { readonly whole: EdgeMark }
  | { readonly changes: EdgeChanges };

export interface ChainedLine {
  readonly text: string;
  readonly hash: string;
}

/** Throws when the line could not be read back. */
export function encodeLine(line: SnapshotLine, previousHash: string): ChainedLine {
  const json = JSON.stringify(wireOf(line));
  decodeJson(json);
  const hashed = chain(previousHash, json);
  return { text: `${hashed} ${json}\n`, hash: hashed };
}

/** Undefined for a line that is not as it was written; throws for one that was written wrongly. */
export function decodeLine(text: string, previousHash: string): (ChainedLine & { line: SnapshotLine }) | undefined {
  const hashed = text.slice(0, HASH_LENGTH);
  const json = text.slice(HASH_LENGTH + 1);
  if (text[HASH_LENGTH] !== ' ' || chain(previousHash, json) !== hashed) return undefined;
  return { text, hash: hashed, line: decodeJson(json) };
}

const chain = (previousHash: string, json: string): string => hash('sha256', `${previousHash}${json}`, 'hex');

function wireOf(line: SnapshotLine): object {
  if ('head' in line) {
    const { generation, responseShape, takenAtMs } = line.head;
    return { snapshot_format: SNAPSHOT_FORMAT, generation, answer_shape: responseShape, taken_at: takenAtMs };
  }
  if ('rows' in line) return { rows: encodeRows(line.rows) };
  if ('whole' in line) return { whole: encodeMark(line.whole) };
  return { changed: encodeRows(line.changes.rows), mark: encodeMark(line.changes.mark) };
}

function decodeJson(json: string): SnapshotLine {
  const place = new JsonPlace(JSON.parse(json));
  if (place.has('rows')) return { rows: decodeRows(place.member('rows')) };
  if (place.has('changed')) {
    return { changes: { rows: decodeRows(place.member('changed')), mark: decodeMark(place.member('mark')) } };
  }
  if (place.has('whole')) return { whole: decodeMark(place.member('whole')) };
  const format = place.integer('snapshot_format');
  if (format !== SNAPSHOT_FORMAT) throw new Error(`its format is ${format}, not ${SNAPSHOT_FORMAT}`);
  return {
    head: {
      generation: place.text('generation'),
      responseShape: place.integer('answer_shape'),
      takenAtMs: place.integer('taken_at'),
    },
  };
}

const encodeMark = ({ revision, changeId, generation }: EdgeMark): object => ({
  revision,
  change_id: changeId,
  ...(generation === null ? {} : { generation }),
});

const decodeMark = (place: JsonPlace): EdgeMark => ({
  revision: place.integer('revision'),
  changeId: place.has('change_id') ? place.text('change_id') : null,
  generation: place.has('generation') ? place.text('generation') : null,
});
