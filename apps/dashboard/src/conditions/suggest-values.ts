export interface Seen {
  readonly value: string;
  readonly volume?: number | undefined;
  readonly detail?: string | undefined;
}

/** Each text once, the most frequent first. */
export function valuesSeen(texts: readonly string[]): Seen[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([value, volume]) => ({ value, volume }))
    .sort((a, b) => b.volume - a.volume || a.value.localeCompare(b.value, 'en'));
}

/** Those that have the text in them; those that begin with it come first. */
export function matching<T extends Seen>(seen: readonly T[], text: string): T[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...seen];
  const found = seen.filter(({ value }) => value.toLowerCase().includes(wanted));
  const begins = (item: T) => (item.value.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}
