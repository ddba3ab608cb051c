/**
 * The same value without what the store cannot take: strings are well-formed and without NUL, numbers finite.
 * Of two equal keys the last has won already when the text was parsed.
 */
export function normaliseJson(value: unknown): unknown {
  if (typeof value === 'string') return normaliseText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(normaliseJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [normaliseText(key), normaliseJson(member)]));
}

const normaliseText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');
