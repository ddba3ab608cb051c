/** Words of a name: `checkout started`, `checkout_started` and `checkoutStarted` have the same. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const safeStart = (text: string): string => (/^[A-Za-z]/.test(text) ? text : `_${text}`);

export const camelCase = (name: string): string =>
  safeStart(
    wordsOf(name)
      .map((word, index) => (index === 0 ? word : capitalised(word)))
      .join('') || 'value',
  );

export const pascalCase = (name: string): string => safeStart(wordsOf(name).map(capitalised).join('') || 'Value');

export const screamingCase = (name: string): string => safeStart(wordsOf(name).join('_').toUpperCase() || 'VALUE');

/** An identifier for each name, in their order: none twice, and none that is taken. */
export function identifiersOf(
  names: readonly string[],
  write: (name: string) => string,
  taken: Iterable<string> = [],
): Map<string, string> {
  const used = new Set(taken);
  const found = new Map<string, string>();
  for (const name of names) {
    const base = write(name);
    let identifier = base;
    for (let number = 2; used.has(identifier); number++) identifier = `${base}${number}`;
    used.add(identifier);
    found.set(name, identifier);
  }
  return found;
}
