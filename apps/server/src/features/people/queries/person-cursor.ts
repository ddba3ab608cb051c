/** Where a person stands in a list: by what it is sorted by, such as the last activity, then by a part of a hash of the person. */
export interface PersonPlace {
  /** Milliseconds, or a count. */
  readonly rank: number;
  /** 18 hexadecimal digits. */
  readonly key: string;
}

/** Times before 1970 count too, and a UUID has no sign. */
const OFFSET_MS = 2 ** 46;

/** The place as a version 8 UUID `TTTTTTTT-TTTT-8KKK-8KKK-KKKKKKKKKKKK`. */
export function personCursor({ rank, key }: PersonPlace): string {
  const time = (rank + OFFSET_MS).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${key.slice(0, 3)}-8${key.slice(3, 6)}-${key.slice(6)}`;
}

const shape = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{12})$/;

/** Undefined for a UUID that is no such place. */
export function personPlaceOf(cursor: string): PersonPlace | undefined {
  const parts = shape.exec(cursor.toLowerCase());
  if (parts === null) return undefined;
  const [, high, low, a, b, c] = parts;
  return { rank: Number.parseInt(`${high}${low}`, 16) - OFFSET_MS, key: `${a}${b}${c}` };
}
