/** Anything can be thrown or handed over, also what cannot become a text. */
export function textOf(value: unknown): string {
  try {
    return `${value}`;
  } catch {
    return typeof value;
  }
}
