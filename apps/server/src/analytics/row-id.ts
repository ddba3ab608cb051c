/**
 * A stored row is named by where it stands in the event log, so a rebuilt store gives the same ids:
 * log (32 bits), record sequence (56 bits) and index in the record (32 bits), laid out as a version 8 UUID
 * `LLLLLLLL-SSSS-8SSS-8SSS-SSSSIIIIIIII`.
 */
export interface RowPosition {
  /** The first 32 bits of the log's id. */
  readonly logTag: number;
  readonly sequence: number;
  readonly index: number;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

export function rowIdOf(position: RowPosition): string {
  const sequence = hex(position.sequence, 14);
  const [a, b, c, d] = [sequence.slice(0, 4), sequence.slice(4, 7), sequence.slice(7, 10), sequence.slice(10)];
  return `${hex(position.logTag, 8)}-${a}-8${b}-8${c}-${d}${hex(position.index, 8)}`;
}

const shape = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{4})([0-9a-f]{8})$/;

/** Undefined for a UUID that this product did not mint. */
export function rowPositionOf(id: string): RowPosition | undefined {
  const parts = shape.exec(id.toLowerCase());
  if (parts === null) return undefined;
  const [, log, a, b, c, d, index] = parts;
  return {
    logTag: Number.parseInt(`${log}`, 16),
    sequence: Number.parseInt(`${a}${b}${c}${d}`, 16),
    index: Number.parseInt(`${index}`, 16),
  };
}
