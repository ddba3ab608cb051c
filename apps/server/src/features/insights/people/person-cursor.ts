import type { PlaceAfter } from '../queries/people/people-behind.ts';

const hexOf = (number: bigint): string => number.toString(16).padStart(16, '0');

/** The key of a person and the total, both numbers of 64 bits, as a cursor: cursors are UUIDs. */
export function cursorOfPerson({ key, total }: PlaceAfter): string {
  const hex = hexOf(BigInt(total)) + hexOf(BigInt(key));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function personOfCursor(cursor: string): PlaceAfter {
  const hex = cursor.replaceAll('-', '');
  const total = Number(BigInt(`0x${hex.slice(0, 16)}`));
  return { key: BigInt(`0x${hex.slice(16)}`).toString(), total: Math.min(total, Number.MAX_SAFE_INTEGER) };
}
