import type { PaletteItem } from './palette-item.ts';

/** How well a text answers to what was typed: 0 not at all, 1 exactly. */
export function matchOf(typed: string, text: string): number {
  const wanted = typed.trim().toLowerCase();
  const found = text.toLowerCase();
  if (wanted === '') return 1;
  if (found === wanted) return 1;
  if (found.startsWith(wanted)) return 0.9;
  const at = found.indexOf(wanted);
  if (at > 0) return /[a-z0-9]/.test(found[at - 1] ?? '') ? 0.6 : 0.8;
  return startsOfWords(wanted, found) ? 0.5 : 0;
}

/** "cf" finds "create flag". */
function startsOfWords(wanted: string, found: string): boolean {
  const starts = found
    .split(/[^a-z0-9]+/)
    .map((word) => word[0] ?? '')
    .join('');
  return wanted.length > 1 && starts.startsWith(wanted.replace(/\s+/g, ''));
}

/**
 * Those that answer to what was typed, the best first, what is of one group together. Equals stay in the order they
 * came in.
 */
export function rankItems(typed: string, items: readonly PaletteItem[]): readonly PaletteItem[] {
  const best = (item: PaletteItem): number =>
    Math.max(matchOf(typed, item.label), ...(item.words ?? []).map((word) => matchOf(typed, word) * 0.8));
  const ranked = items
    .map((item, position) => ({ item, position, match: best(item) }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match || a.position - b.position)
    .map(({ item }) => item);
  const groups = [...new Set(ranked.map(({ group }) => group))];
  return groups.flatMap((group) => ranked.filter((item) => item.group === group));
}

/** What was found elsewhere, each group by how well the names answer; all of it answers somehow. */
export function sortFound(typed: string, items: readonly PaletteItem[]): readonly PaletteItem[] {
  const groups = [...new Set(items.map(({ group }) => group))];
  const byMatch = (a: PaletteItem, b: PaletteItem): number => matchOf(typed, b.label) - matchOf(typed, a.label);
  return groups.flatMap((group) => items.filter((item) => item.group === group).sort(byMatch));
}
