/** The key of a person, a number of 64 bits, as a cursor: cursors are UUIDs. */
export function cursorOfPerson(key: string): string {
  const hex = BigInt(key).toString(16).padStart(16, '0');
  return `00000000-0000-0000-${hex.slice(0, 4)}-${hex.slice(4)}`;
}

export const personOfCursor = (cursor: string): string =>
  BigInt(`0x${cursor.replaceAll('-', '').slice(16)}`).toString();
