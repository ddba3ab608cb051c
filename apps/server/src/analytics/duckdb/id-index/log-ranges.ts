/** Which records of each log some ids come from: first and last sequence by the log's tag. */
export type LogRanges = Readonly<Record<string, readonly [first: number, last: number]>>;

export function joinRanges(...all: readonly LogRanges[]): LogRanges {
  const joined: Record<string, readonly [number, number]> = {};
  for (const ranges of all) {
    for (const [tag, [first, last]] of Object.entries(ranges)) {
      const [knownFirst, knownLast] = joined[tag] ?? [first, last];
      joined[tag] = [Math.min(first, knownFirst), Math.max(last, knownLast)];
    }
  }
  return joined;
}
