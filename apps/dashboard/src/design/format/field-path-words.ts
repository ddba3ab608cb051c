/** Where in a request a value is, as a person says it: `rules.0.value_type` as "rule 1, value type". */
export function fieldPathWords(path: string): string {
  const words: string[] = [];
  for (const part of path.split('.')) {
    const list = /^\d+$/.test(part) ? words.pop() : undefined;
    words.push(list === undefined ? part.replaceAll('_', ' ') : `${singular(list)} ${Number(part) + 1}`);
  }
  return words.join(', ');
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
