import { createHash } from 'node:crypto';
import type { LogPosition } from '../../../collect/loader/load-target.ts';
import type { StoreCounters } from '../../analytics-store.ts';
import { noCounts } from '../../no-counts.ts';

/** docs/specs/checkpoint.md describes it. A newer one is refused, an older one is read. */
export const CHECKPOINT_FORMAT = 1;

/** Rows of one table that stand side by side in the store. */
export interface CheckpointPart {
  readonly file: string;
  readonly table: string;
  /** Their numbers in the store that they were written from; the end is not included. Some may have been removed. */
  readonly firstRow: number;
  readonly endRow: number;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Sum over the rows of log tag, sequence and index; null for a table whose rows have no place in the log. */
  readonly places: string | null;
  /** Earliest and latest receipt, milliseconds; null where rows have none. */
  readonly receivedFromMs: number | null;
  readonly receivedToMs: number | null;
}

/** Everything that the store held at one moment. */
export interface CheckpointManifest {
  readonly id: number;
  readonly createdAtMs: number;
  readonly storeFormat: number;
  readonly positions: readonly LogPosition[];
  readonly lastLoad: number;
  readonly counters: StoreCounters;
  readonly parts: readonly CheckpointPart[];
}

export class ManifestUnusable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'ManifestUnusable';
  }
}

export const bytesOf = ({ parts }: CheckpointManifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Two lines of JSON: what the second one must hash to, and the manifest. */
export function encodeManifest(manifest: CheckpointManifest): string {
  const body = JSON.stringify({
    id: manifest.id,
    created_at: new Date(manifest.createdAtMs).toISOString(),
    store_format: manifest.storeFormat,
    logs: manifest.positions.map(({ logId, upTo, skipped }) => ({ log_id: logId, up_to: upTo, skipped })),
    last_load: manifest.lastLoad,
    counters: manifest.counters,
    parts: manifest.parts.map((part) => ({
      file: part.file,
      table: part.table,
      first_row: part.firstRow,
      end_row: part.endRow,
      rows: part.rows,
      bytes: part.bytes,
      sha256: part.sha256,
      places: part.places,
      received_from: part.receivedFromMs,
      received_to: part.receivedToMs,
    })),
  });
  return `${JSON.stringify({ checkpoint_format: CHECKPOINT_FORMAT, sha256: sha256(body) })}\n${body}\n`;
}

/** Throws ManifestUnusable. */
export function decodeManifest(text: string): CheckpointManifest {
  const [head = '', body = '', end] = text.split('\n');
  if (end !== '') throw new ManifestUnusable('it is incomplete');
  const { checkpoint_format: format, sha256: expected } = parse(head);
  if (typeof format !== 'number' || format > CHECKPOINT_FORMAT) {
    throw new ManifestUnusable(`its format is ${String(format)}; this version supports ${CHECKPOINT_FORMAT}`);
  }
  if (sha256(body) !== expected) throw new ManifestUnusable('its checksum does not match its content');
  // The checksum holds, so these are the members that encodeManifest wrote.
  const value = parse(body) as unknown as StoredManifest;
  return {
    id: value.id,
    createdAtMs: Date.parse(value.created_at),
    storeFormat: value.store_format,
    positions: value.logs.map(({ log_id: logId, up_to: upTo, skipped }) => ({ logId, upTo, skipped })),
    lastLoad: value.last_load,
    // An older version did not count everything.
    counters: { ...noCounts, ...value.counters },
    parts: value.parts.map((part) => ({
      file: part.file,
      table: part.table,
      firstRow: part.first_row,
      endRow: part.end_row,
      rows: part.rows,
      bytes: part.bytes,
      sha256: part.sha256,
      places: part.places,
      receivedFromMs: part.received_from,
      receivedToMs: part.received_to,
    })),
  };
}

interface StoredManifest {
  readonly id: number;
  readonly created_at: string;
  readonly store_format: number;
  readonly logs: readonly { log_id: string; up_to: number; skipped: LogPosition['skipped'] }[];
  readonly last_load: number;
  readonly counters: StoreCounters;
  readonly parts: readonly {
    file: string;
    table: string;
    first_row: number;
    end_row: number;
    rows: number;
    bytes: number;
    sha256: string;
    places: string | null;
    received_from: number | null;
    received_to: number | null;
  }[];
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    throw new ManifestUnusable('it is not JSON', { cause: error });
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
