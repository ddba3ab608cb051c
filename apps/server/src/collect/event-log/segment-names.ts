/**
 * Names inside a log's folder:
 *
 *   0000000001.open               being written
 *   0000000001.ndjson             sealed, not loaded
 *   loaded/0000000001.ndjson(.gz) in the store
 *   quarantine/0000000001-42.bin  bytes found damaged at offset 42 of segment 1
 */
export const LOADED_FOLDER = 'loaded';
export const QUARANTINE_FOLDER = 'quarantine';

type SegmentState = 'open' | 'sealed' | 'compressed';

export interface SegmentName {
  readonly number: number;
  readonly state: SegmentState;
}

const stem = (number: number): string => String(number).padStart(10, '0');

export const openName = (number: number): string => `${stem(number)}.open`;
export const sealedName = (number: number): string => `${stem(number)}.ndjson`;
export const compressedName = (number: number): string => `${stem(number)}.ndjson.gz`;
export const quarantineName = (number: number, offset: number): string => `${stem(number)}-${offset}.bin`;

const shape = /^(\d{10,15})\.(open|ndjson|ndjson\.gz)$/;
const states: Readonly<Record<string, SegmentState>> = { open: 'open', ndjson: 'sealed', 'ndjson.gz': 'compressed' };

/** Undefined for a file that is not a segment. */
export function parseSegmentName(fileName: string): SegmentName | undefined {
  const parts = shape.exec(fileName);
  const state = states[parts?.[2] ?? ''];
  return state === undefined ? undefined : { number: Number(parts?.[1]), state };
}

const logIdShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isLogId = (folderName: string): boolean => logIdShape.test(folderName);
