import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';

type Search = Readonly<Record<string, unknown>>;

/** Not part of a view: the range is chosen for all pages, and dialogs are opened by hand. */
const notSaved = new Set(['range', 'from', 'to', 'new', 'edit']);

/** What of an address is saved, always in the same order, so that it can be compared. */
export function writeViewSearch(search: Search): string {
  const saved = Object.entries(search)
    .filter(([key, value]) => !notSaved.has(key) && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return defaultStringifySearch(Object.fromEntries(saved)).replace(/^\?/, '');
}

export const readViewSearch = (saved: string): Search => defaultParseSearch(saved === '' ? '' : `?${saved}`);

/** The address that shows a view: its own members, and the range as it is. */
export function searchOfView(saved: string, now: Search): Search {
  const { range, from, to } = now;
  const kept = Object.entries({ range, from, to }).filter(([, value]) => value !== undefined);
  return { ...readViewSearch(saved), ...Object.fromEntries(kept) };
}
